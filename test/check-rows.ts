import pg, { type FieldDef } from 'pg'
import type { DeclaredRow } from '../scripts/test/declared-rows.ts'

declare global {
  /** scripts/test/declared-rows.ts puts it around each raw statement. */
  var checkRows: <Result extends Answer>(answer: Promise<Result>, declared: DeclaredRow) => Promise<Result>
}

interface Answer {
  readonly rows: object[]
  readonly fields?: readonly FieldDef[]
}

/** Rows of an answer that are searched for null. */
const ROWS = 200

const { builtins } = pg.types
/** What the driver makes of PostgreSQL's types; all others are text. */
const KIND_OF: Readonly<Record<number, string>> = {
  [builtins.INT2]: 'number',
  [builtins.INT4]: 'number',
  // server/db/pool.ts
  [builtins.INT8]: 'number',
  [builtins.FLOAT4]: 'number',
  [builtins.FLOAT8]: 'number',
  [builtins.OID]: 'number',
  [builtins.BOOL]: 'boolean',
  [builtins.TIMESTAMP]: 'date',
  [builtins.TIMESTAMPTZ]: 'date',
  [builtins.BYTEA]: 'bytes',
  [builtins.JSON]: 'json',
  [builtins.JSONB]: 'json',
  // arrays, by their number in pg_type
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1016: 'number[]',
  1021: 'number[]',
  1022: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1002: 'string[]',
  2951: 'string[]',
  1185: 'date[]',
}

const fieldsOf = new WeakMap<object, readonly FieldDef[]>()

// Kysely hands on the rows alone
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const answer: unknown = Reflect.apply(query, this, given)
  if (!(answer instanceof Promise)) return answer
  return answer.then((result: Answer) => {
    if (Array.isArray(result?.rows) && result.fields) fieldsOf.set(result.rows, result.fields)
    return result
  })
} as typeof query

/** Statement and problem, each once: what runs in the background fails the test after which it is found. */
const found = new Set<string>()

globalThis.checkRows = async (answer, declared) => {
  const result = await answer
  for (const problem of [...wrongColumns(result, declared), ...unexpectedNulls(result, declared)])
    found.add(`${declared.at}: ${problem}`)
  return result
}

/** @throws TypeError for rows since the last time that are not of their type */
export function failForRows(): void {
  const problems = [...found]
  found.clear()
  if (problems.length > 0) throw new TypeError(`rows are not of their type\n${problems.join('\n')}`)
}

function wrongColumns({ rows, fields = fieldsOf.get(rows) }: Answer, { columns, isOpen }: DeclaredRow): string[] {
  if (!fields) return []
  const names = fields.map(({ name }) => name)
  const missing = Object.entries(columns).filter(([name, kinds]) => !names.includes(name) && !kinds.includes('absent'))
  const unknown = isOpen ? [] : names.filter((name) => !Object.hasOwn(columns, name))
  const mistyped = fields.flatMap(({ name, dataTypeID }) => {
    const [kinds, kind] = [columns[name], KIND_OF[dataTypeID] ?? 'string']
    const isFit = !kinds || kind === 'json' || kinds.includes('any') || kinds.includes('any[]') || kinds.includes(kind)
    return isFit ? [] : [`column ${name} is ${kind}, the row type has ${kinds.join(' | ')}`]
  })
  return [
    ...missing.map(([name]) => `there is no column ${name}`),
    ...unknown.map((name) => `column ${name} is not in the row type`),
    ...mistyped,
  ]
}

function unexpectedNulls({ rows }: Answer, { columns }: DeclaredRow): string[] {
  const never = Object.entries(columns).filter(([, kinds]) => !kinds.includes('null') && !kinds.includes('any'))
  const sample = rows.slice(0, ROWS) as Record<string, unknown>[]
  return never.flatMap(([name]) => (sample.some((row) => row[name] === null) ? [`column ${name} is null`] : []))
}
