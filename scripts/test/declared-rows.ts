import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type CallExpression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/async'
import type { Plugin } from 'vite'
import type { VitestPluginContext } from 'vitest/node'

/** What a column may hold, as types call it; 'any' for what has no kind of its own, 'absent' for an optional property. */
export type DeclaredColumn = readonly string[]

/** The row type of a raw statement, for test/check-rows.ts. */
export interface DeclaredRow {
  /** file and line */
  readonly at: string
  readonly columns: Readonly<Record<string, DeclaredColumn>>
  /** a type parameter may have more columns */
  readonly isOpen: boolean
}

interface Statement {
  readonly node: Node
  readonly row: DeclaredRow
}

/** The function that test/check-rows.ts puts in place; the set-up of a run has none. */
const CHECK = '(globalThis.checkRows ?? ((answer) => answer))'
const IN_SCOPE = /\/(server|database)\/.*(?<!\.test)\.ts$/

/**
 * Gives each raw statement of server/ and database/ the row type that its code declares, so that a test that runs it finds a
 * column that is missing, has another name, another type, or is null: `sql<Row>` alone is an assertion.
 */
export function declaredRows(root: string): Plugin {
  let reader: Promise<RowReader> | undefined
  return {
    name: 'declared-rows',
    enforce: 'pre',
    // a row type may be declared in another file: kept modules of an earlier state would be checked against it
    configureVitest({ defineCacheKeyGenerator }: VitestPluginContext) {
      const types = typesFingerprint(root)
      defineCacheKeyGenerator(({ id }) => (isChecked(id) ? types : undefined))
    },
    async transform(code, id) {
      const path = pathOf(id)
      if (!isChecked(id) || !/\.(execute|query)\b/.test(code)) return undefined
      reader ??= RowReader.open(root)
      const statements = await (await reader).statementsOf(path, code)
      return statements.length === 0 ? undefined : { code: withChecks(code, statements), map: null }
    },
    // called once for each server of the run
    closeBundle: async () => {
      const opened = reader
      reader = undefined
      await (await opened)?.close()
    },
  }
}

const pathOf = (id: string): string => id.split('?')[0] ?? id
const isChecked = (id: string): boolean => IN_SCOPE.test(pathOf(id))

/** Lines of which types are made, in this project's style. */
const OF_TYPES = /\b(interface|type|readonly)\b|^\s*\| /

/** Changes with the types by which a row may be declared: of the server its lines of types, of contract and domain everything. */
function typesFingerprint(root: string): string {
  const hash = createHash('sha256')
  for (const file of globSync('{contract,domain,server}/**/*.ts', { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    const lines = text.split('\n')
    hash.update(file.startsWith('server/') ? lines.filter((line) => OF_TYPES.test(line)).join('\n') : text)
  }
  return hash.digest('base64url')
}

/** Each statement in a call that checks what it answers; no line moves. */
function withChecks(code: string, statements: readonly Statement[]): string {
  const pieces = statements.flatMap(({ node, row }) => [
    { at: node.getStart(), text: `${CHECK}(` },
    { at: node.end, text: `, ${JSON.stringify(row)})` },
  ])
  return pieces
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: piece }) => text.slice(0, at) + piece + text.slice(at), code)
}

/** Reads row types with the project's own compiler. */
class RowReader {
  readonly #api: API
  readonly #project: Project
  readonly #root: string

  private constructor(api: API, project: Project, root: string) {
    this.#api = api
    this.#project = project
    this.#root = root
  }

  static async open(root: string): Promise<RowReader> {
    const api = new API({ cwd: root })
    const config = join(root, 'tsconfig.json')
    const project = (await api.updateSnapshot({ openProject: config })).getProject(config)
    if (!project) throw new Error(`TypeScript has no project ${config}`)
    return new RowReader(api, project, root)
  }

  close = (): Promise<void> => this.#api.close()

  async statementsOf(path: string, code: string): Promise<Statement[]> {
    const file = await this.#project.program.getSourceFile(path)
    // a file that was saved while the tests run is checked by the next run
    if (file?.text !== code) return []
    const found = await Promise.all(callsIn(file).map((node) => this.#statementOf(file, node)))
    return found.filter((one) => one !== undefined)
  }

  async #statementOf(file: SourceFile, node: CallExpression): Promise<Statement | undefined> {
    const type = await this.#rowType(node)
    if (!type || type.flags & (TypeFlags.AnyOrUnknown | TypeFlags.Never)) return undefined
    const { checker } = this.#project
    const columns: Record<string, DeclaredColumn> = {}
    for (const property of await checker.getPropertiesOfType(type)) {
      const held = await checker.getTypeOfSymbol(property)
      if (held) columns[property.name] = await kindsOf(checker, held)
    }
    const line = file.text.slice(0, node.end).split('\n').length
    const row = { at: `${relative(this.#root, file.fileName)}:${line}`, columns, isOpen: await isOpen(type) }
    return { node, row }
  }

  /** Of `sql<Row>` what Kysely's builder carries, of the driver's `query<Row>` the type argument. */
  async #rowType(node: CallExpression): Promise<Type | undefined> {
    const { checker } = this.#project
    const [argument] = node.typeArguments ?? []
    if (argument) return checker.getTypeFromTypeNode(argument)
    if (node.expression.kind !== SyntaxKind.PropertyAccessExpression) return undefined
    const builder = await checker.getTypeAtLocation((node.expression as unknown as { expression: Node }).expression)
    if (!builder || (await builder.getSymbol())?.name !== 'RawBuilder') return undefined
    return (await checker.getTypeArguments(builder as Parameters<Checker['getTypeArguments']>[0]))[0]
  }
}

function callsIn(file: SourceFile): CallExpression[] {
  const calls: CallExpression[] = []
  const visit = (node: Node): void => {
    if (isStatement(node)) calls.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return calls
}

/** `builder.execute(db)`, or `pool.query<Row>(…)`. */
function isStatement(node: Node): node is CallExpression {
  if (node.kind !== SyntaxKind.CallExpression) return false
  const { expression, arguments: given, typeArguments } = node as CallExpression
  if (expression.kind !== SyntaxKind.PropertyAccessExpression) return false
  const { text } = (expression as unknown as { name: { text: string } }).name
  return text === 'execute' ? given.length === 1 : text === 'query' && typeArguments?.length === 1
}

async function isOpen(type: Type): Promise<boolean> {
  if (type.flags & TypeFlags.TypeParameter) return true
  if (!type.isIntersectionType()) return false
  return (await Promise.all((await type.getTypes()).map(isOpen))).some(Boolean)
}

const KINDS: readonly (readonly [flags: TypeFlags, kind: string])[] = [
  [TypeFlags.AnyOrUnknown | TypeFlags.Instantiable, 'any'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'absent'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
]

async function kindsOf(checker: Checker, type: Type): Promise<string[]> {
  if (type.isUnionType()) {
    const parts = await Promise.all((await type.getTypes()).map((part) => kindsOf(checker, part)))
    return [...new Set(parts.flat())]
  }
  // a template literal's flags are those of an instantiable type
  if (type.flags & TypeFlags.StringLike) return ['string']
  const known = KINDS.find(([flags]) => type.flags & flags)
  if (known) return [known[1]]
  if (type.isIntersectionType()) {
    // a branded text or number
    const parts = await Promise.all((await type.getTypes()).map((part) => kindsOf(checker, part)))
    return parts.find(([kind]) => kind === 'string' || kind === 'number') ?? ['json']
  }
  const name = (await type.getSymbol())?.name
  if (name === 'Date' || name === 'Buffer' || name === 'Uint8Array') return [name === 'Date' ? 'date' : 'bytes']
  if (!(await checker.isArrayLikeType(type))) return ['json']
  const [element] = await checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0])
  return element ? (await kindsOf(checker, element)).map((kind) => `${kind}[]`) : ['any']
}
