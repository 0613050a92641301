import { loadModule, parseSync } from 'libpg-query'
import { TABLE_PLACES, type TablePlace } from '../server/db/table-places.ts'

await loadModule()

/** They differ from call to call, so that Citus refuses them where rows are changed or returned: the caller hands a value in. */
const VOLATILE = new Set(['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'setval', 'timeofday'])

/**
 * What a statement does that a cluster of cells refuses, a sentence each: statements on tables of a cell are sent to the machine
 * that has the cell, whole. Statements that define tables, and those on no table of a cell, are not judged.
 */
export function sqlProblems(text: string): string[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => {
    const [kind] = Object.keys(stmt ?? {})
    if (!/^(Select|Insert|Update|Delete|Merge)Stmt$/.test(kind ?? '')) return []
    const tree = treeOf(stmt)
    return tree.places.has('cell')
      ? [...placeProblems(tree), ...functionProblems(tree), ...stableProblems(stmt), ...insertProblems(stmt, tree)]
      : []
  })
}

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...names].filter((name) => !others.has(name)))

interface Tree {
  readonly tables: ReadonlySet<string>
  readonly places: ReadonlySet<TablePlace | 'unknown'>
  readonly functions: ReadonlySet<string>
  readonly changesRows: boolean
  readonly ctes: ReadonlySet<string>
}

type Node = Readonly<Record<string, unknown>>

/** Visits each object below a node, with the name that it has in its parent; not FOR UPDATE OF, whose tables are aliases. */
function visit(node: unknown, see: (name: string, node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (typeof node === 'object' && node !== null)
    for (const [name, child] of Object.entries(node)) {
      if (name === 'lockingClause') continue
      if (typeof child === 'object' && child !== null && !Array.isArray(child)) see(name, child as Node)
      visit(child, see)
    }
}

const isTable = (name: string): boolean => name === 'RangeVar' || name === 'relation'
const tableName = ({ schemaname = '', relname }: Node): string =>
  schemaname === '' || schemaname === 'public' ? String(relname) : `${schemaname}.${relname}`

function treeOf(statement: unknown): Tree {
  const [ctes, names, functions] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let changesRows = false
  visit(statement, (name, node) => {
    if (name === 'CommonTableExpr') ctes.add(String(node.ctename))
    if (isTable(name) && typeof node.relname === 'string') names.add(tableName(node))
    if (name === 'FuncCall') functions.add(functionName(node))
    if (name === 'UpdateStmt' || name === 'DeleteStmt' || name === 'onConflictClause' || name === 'returningClause')
      changesRows = true
  })
  const tables = without(names, ctes)
  return { tables, places: new Set([...tables].map(placeOf)), functions, changesRows, ctes }
}

const functionName = ({ funcname }: Node): string => {
  const last = (funcname as { String: { sval: string } }[]).at(-1)
  return last?.String.sval ?? ''
}

/** Monthly partitions live with their table; temporary tables and those of an import are not judged. */
function placeOf(table: string): TablePlace | 'unknown' {
  const whole = table.replace(/^(usage_days|usage_records)_.*/, '$1')
  return Object.hasOwn(TABLE_PLACES, whole) ? TABLE_PLACES[whole as keyof typeof TABLE_PLACES] : 'unknown'
}

function placeProblems({ tables, places }: Tree): string[] {
  if (!places.has('directory')) return []
  const outside = [...tables].filter((table) => placeOf(table) === 'directory')
  return [`reads or writes ${outside.join(', ')} together with a cell’s tables`]
}

function functionProblems({ functions, changesRows }: Tree): string[] {
  const volatile = changesRows ? [...functions].filter((name) => VOLATILE.has(name)) : []
  const settings = [...functions].filter((name) => name === 'current_setting')
  return [
    ...volatile.map((name) => `calls ${name}() while it changes rows: give the value as a parameter`),
    ...settings.map(() => 'reads a setting, which each machine has for itself: give the value as a parameter'),
  ]
}

/** Their result depends on the time zone of a session, so that Citus refuses them in RETURNING. */
const OF_A_TIME_ZONE = new Set(['date_part', 'date_trunc', 'extract', 'timezone', 'to_char'])

/**
 * A day or a month more is another moment in each time zone, so that Citus refuses them in what UPDATE sets, also by a query in its
 * FROM, which the planner merges with it.
 */
function stableProblems(statement: unknown): string[] {
  const problems = new Set<string>()
  visit(statement, (name, node) => {
    if (name === 'returningClause' || 'returningList' in node)
      visit(node, (inner, call) => {
        if (inner === 'FuncCall' && OF_A_TIME_ZONE.has(functionName(call)))
          problems.add(`returns ${functionName(call)}(): select it from a common table expression`)
      })
    if (name !== 'UpdateStmt') return
    visit(node.targetList, (inner, expression) => {
      if ((inner === 'CaseExpr' || inner === 'CoalesceExpr') && readsClock(expression))
        problems.add('reads the clock in CASE or coalesce(): give the time as a parameter')
    })
    visit([node.targetList, node.fromClause], (inner, expression) => {
      if (inner === 'A_Expr' && isMomentOfRow(expression))
        problems.add('sets a moment that is counted from a column: select it in an expression that is MATERIALIZED, or give it')
    })
  })
  return [...problems]
}

const CLOCKS = new Set(['now', 'statement_timestamp', 'transaction_timestamp'])

function readsClock(expression: Node): boolean {
  let reads = false
  visit(expression, (name, node) => {
    if (name === 'FuncCall' && CLOCKS.has(functionName(node))) reads = true
  })
  return reads
}

/** Whether an expression adds an interval to a column. */
function isMomentOfRow({ lexpr, rexpr }: Node): boolean {
  let [addsInterval, readsRow] = [false, false]
  visit({ rexpr }, (name, node) => {
    if (name === 'FuncCall' && functionName(node) === 'make_interval') addsInterval = true
    if (name === 'typeName' && JSON.stringify(node).includes('"interval"')) addsInterval = true
  })
  visit({ lexpr }, (name) => {
    if (name === 'ColumnRef') readsRow = true
  })
  return addsInterval && readsRow
}

/** Citus 13 adds an empty condition to a top-level INSERT … SELECT that reads a cell’s table, also in a common table expression of the SELECT. */
function insertProblems(statement: unknown, { ctes }: Tree): string[] {
  const { InsertStmt: insert } = statement as { InsertStmt?: { selectStmt?: unknown } }
  const read = new Set<string>()
  visit(insert?.selectStmt, (name, node) => {
    if (isTable(name)) read.add(tableName(node))
  })
  const tables = [...without(read, ctes)].filter((table) => placeOf(table) === 'cell')
  return tables.length === 0 ? [] : [`inserts what it selects from ${tables.join(', ')}: select in a common table expression`]
}
