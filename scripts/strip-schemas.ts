import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Whether an expression is a chain of members and calls that begins with `z`. */
function beginsWithZ(node: ESTree.Node): boolean {
  if (node.type === 'CallExpression') return beginsWithZ(node.callee)
  if (node.type === 'MemberExpression') return beginsWithZ(node.object)
  return node.type === 'Identifier' && node.name === 'z'
}

/** Methods that only schemas have, in modules of the contract: columns of a list can be nullable, too. */
const OF_SCHEMAS = new Set(['omit', 'optional', 'partial', 'pick', 'refine', 'superRefine'])

/** Whether a call makes a schema of another one, as `field.optional()`. */
const isOfSchema = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && OF_SCHEMAS.has(callee.property.name)

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What a schema says of itself, `a.describe('…')`, is only in the API reference: `a`. */
const isDescribed = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'describe'

/**
 * A module in which each expression that makes a schema of zod, as `z.object({ … })` or `field.optional()`, is `z` itself, without descriptions of
 * others, and each `summary`, which only the API reference has, is empty.
 */
export function withoutSchemas(code: string, fileName: string): string {
  const replacements: Replacement[] = []
  new Visitor({
    CallExpression(call) {
      const isInside = replacements.some(({ start, end }) => start <= call.start && call.end <= end)
      if (isInside) return
      if (beginsWithZ(call) || isOfSchema(call)) replacements.push({ start: call.start, end: call.end, text: 'z' })
      else if (isDescribed(call) && call.callee.type === 'MemberExpression')
        replacements.push({ start: call.callee.object.end, end: call.end, text: '' })
    },
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'summary') return
      if (value.type !== 'Literal' && value.type !== 'TemplateLiteral') return
      replacements.push({ start: value.start, end: value.end, text: "''" })
    },
  }).visit(parseSync(fileName, code).program)
  return withoutUnusedImports(replaced(code, replacements), fileName)
}

const replaced = (code: string, replacements: readonly Replacement[]): string =>
  replacements
    .toSorted((one, other) => one.start - other.start)
    .reduceRight((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)

/** What only schemas needed is not imported: by what a screen imports it is decided which file has a module. */
function withoutUnusedImports(code: string, fileName: string): string {
  const imports = parseSync(fileName, code).program.body.filter((node) => node.type === 'ImportDeclaration')
  const rest = replaced(
    code,
    imports.map(({ start, end }) => ({ start, end, text: '' })),
  )
  const words = new Set(rest.match(/[\w$]+/g))
  const isUsed = ({ specifiers }: ESTree.ImportDeclaration): boolean =>
    specifiers.length === 0 || specifiers.some(({ local }) => words.has(local.name))
  return replaced(
    code,
    imports.filter((node) => !isUsed(node)).map(({ start, end }) => ({ start, end, text: '' })),
  )
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
