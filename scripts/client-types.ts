import type { JsonSchema } from '#contract/openapi/openapi-schemas.ts'

type Schema = JsonSchema & {
  readonly oneOf?: readonly JsonSchema[]
  readonly propertyNames?: JsonSchema
}

/** Types that have a name of their own, by how they are written. */
export type NamedTypes = ReadonlyMap<string, string>

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
/** `''` beside any text is none of its own. */
const union = (types: readonly string[]): string => {
  const all = [...new Set(types)]
  return all.filter((type) => !(type.startsWith("'") && all.includes('string'))).join(' | ')
}
const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** `/** … *​/` of a text, on lines of its own. */
export const docOf = (text: string | undefined): string => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')

function objectText(schema: Schema, named: NamedTypes): string {
  const { properties, required = [], additionalProperties: more, propertyNames } = schema
  if (!properties) {
    const value = typeof more === 'object' ? typeText(more, named) : 'unknown'
    // a record by an enumeration has no entry for some of its names
    return propertyNames?.enum ? `{ [name in ${typeText(propertyNames, named)}]?: ${value} }` : `Record<string, ${value}>`
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = isName(name) ? name : quoted(name)
    return `${docOf(field.description)}${key}${required.includes(name) ? '' : '?'}: ${typeText(field, named)}`
  })
  return fields.length === 0 ? 'Record<string, never>' : `{\n  ${fields.map(indented).join('\n  ')}\n}`
}

function arrayText({ prefixItems, items }: Schema, named: NamedTypes): string {
  if (prefixItems) return `[${prefixItems.map((one) => typeText(one, named)).join(', ')}]`
  const item = typeText(items ?? {}, named)
  return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function plainText(type: string, schema: Schema, named: NamedTypes): string {
  if (type === 'object') return objectText(schema, named)
  if (type === 'array') return arrayText(schema, named)
  return type === 'integer' ? 'number' : type
}

/** A JSON Schema as a type of TypeScript. Limits of texts and numbers have no place in one. */
export function typeText(schema: Schema, named: NamedTypes): string {
  const { const: constant, enum: values, anyOf, oneOf, allOf, type } = schema
  if (constant !== undefined) return literal(constant)
  if (values) return union(values.map(literal))
  const among = anyOf ?? oneOf
  if (among) return union(among.map((one) => typeText(one, named)))
  if (allOf) return allOf.map((one) => `(${typeText(one, named)})`).join(' & ')
  if (type === undefined) return 'unknown'
  const text = union([type].flat().map((one) => plainText(one, schema, named)))
  return named.get(text) ?? text
}
