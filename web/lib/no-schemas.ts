/**
 * Replaces zod in the page. The contract's schemas are only types here: the server validates requests and responses,
 * and the schema builder would cost every first visit 21 kB (brotli). A schema that is asked to validate throws.
 */
const CHECKS = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode'])

const schema: (() => unknown) & Record<PropertyKey, unknown> = new Proxy(() => schema, {
  get: (_target, name) => {
    if (CHECKS.has(name)) throw new Error('schemas are only types in the page; check with a rule of domain/ instead')
    return schema
  },
  apply: () => schema,
}) as never

export const z = schema
