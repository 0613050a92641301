import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Whether an expression is a chain of members and calls that begins with `z`. */
function beginsWithZ(node: ESTree.Node): boolean {
  if (node.type === 'CallExpression') return beginsWithZ(node.callee)
  if (node.type === 'MemberExpression') return beginsWithZ(node.object)
  return node.type === 'Identifier' && node.name === 'z'
}

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A module in which each expression that makes a schema of zod, as `z.object({ … })`, is `z` itself, and each `summary`,
 * which only the API reference has, is empty.
 */
export function withoutSchemas(code: string, fileName: string): string {
  const replacements: Replacement[] = []
  new Visitor({
    CallExpression(call) {
      const isInside = call.start < (replacements.at(-1)?.end ?? 0)
      if (!isInside && beginsWithZ(call)) replacements.push({ start: call.start, end: call.end, text: 'z' })
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'summary' || value.type !== 'Literal') return
      replacements.push({ start: value.start, end: value.end, text: "''" })
    },
  }).visit(parseSync(fileName, code).program)
  return replacements.reduceRight((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
}

/**
 * The page has no schemas, see web/lib/no-schemas.ts, where `z` answers whatever is asked of it with itself. So what makes
 * them is left out of the build, too, and with it what only they use.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    // types are gone by then
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/, code: /from ['"]zod['"]/ },
      handler: (code, id) => ({ code: withoutSchemas(code, `${id}.js`), map: null }),
    },
  }
}
