import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'database/migrations')

export interface ReleasedVersion {
  readonly version: string
  /** tag or commit */
  readonly ref: string
  /** number of its last migration */
  readonly migrations: number
}

/** The newest version in CHANGELOG.md that is out: `## 0.1.0 (commit …, migrations to 0043)`. */
export function lastRelease(changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')): ReleasedVersion {
  const found = /^## (\d+\.\d+\.\d+) \((?:tag|commit) (\S+), migrations to (\d{4})\)$/m.exec(changelog)
  if (!found) throw new Error('CHANGELOG.md names no version that is out.')
  const [, version = '', ref = '', migrations] = found
  return { version, ref, migrations: Number(migrations) }
}

export interface Migration {
  readonly name: string
  readonly text: string
}

/** Migrations with a higher number. */
export function migrationsAfter(number: number): Migration[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > number)
    .sort()
  return names.map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
}

type Node = Readonly<Record<string, unknown>>
type Judge = (node: Node, isNew: (table: string) => boolean) => string[]

const nameOf = (relation: unknown): string => String((relation as Node | undefined)?.relname ?? '')

/** The last part of a dropped thing's name. */
function lastName(object: unknown): string {
  const names = [...JSON.stringify(object).matchAll(/"sval":"([^"]*)"/g)].map(([, name]) => name ?? '')
  return names.at(-1) ?? ''
}

const dropped: Judge = ({ removeType, objects }, isNew) => {
  const kind = String(removeType).replace('OBJECT_', '').toLowerCase()
  if (kind === 'index') return []
  const names = (objects as unknown[]).map(lastName).filter((name) => !isNew(name))
  return names.map((name) => `drops the ${kind} ${name}`)
}

const renamed: Judge = ({ renameType, relation, subname }, isNew) => {
  if (renameType === 'OBJECT_INDEX' || isNew(nameOf(relation))) return []
  return [`renames ${[nameOf(relation), subname].filter(Boolean).join('.')}`]
}

interface Constraint {
  readonly contype: string
  readonly conname?: string
  readonly raw_expr?: unknown
  readonly initially_valid?: boolean
}

/** Values that differ from row to row, so that the table is rewritten. */
const VOLATILE = /"sval":"(clock_timestamp|gen_random_uuid|nextval|random|timeofday|uuidv4|uuidv7)"/

function addedColumn(table: string, { colname, constraints }: Node): string[] {
  const given = ((constraints ?? []) as { Constraint: Constraint }[]).map(({ Constraint: one }) => one)
  const has = (type: string): Constraint | undefined => given.find(({ contype }) => contype === `CONSTR_${type}`)
  const column = `${table}.${colname}`
  if (has('IDENTITY') || has('GENERATED') || VOLATILE.test(JSON.stringify(has('DEFAULT')?.raw_expr ?? '')))
    return [`rewrites ${table} for ${column}`]
  if (has('PRIMARY') || has('UNIQUE')) return [`makes ${column} unique`]
  return has('NOTNULL') && !has('DEFAULT') ? [`adds ${column} NOT NULL without a default`] : []
}

function addedConstraint(table: string, { contype, initially_valid }: Constraint): string[] {
  const isChecked = ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_NOTNULL'].includes(contype)
  if (isChecked && initially_valid === true) return [`adds a condition to ${table} that is not NOT VALID`]
  return isChecked ? [] : [`adds a unique key to ${table}`]
}

const altered: Judge = ({ relation, cmds }, isNew) => {
  const table = nameOf(relation)
  if (isNew(table)) return []
  const commands = cmds as { AlterTableCmd: Node }[]
  return commands.flatMap(({ AlterTableCmd: { subtype, name, def } }) => {
    const parts = def as { ColumnDef?: Node; Constraint?: Constraint } | undefined
    if (subtype === 'AT_DropColumn') return [`drops the column ${table}.${name}`]
    if (subtype === 'AT_AlterColumnType') return [`changes the type of ${table}.${name}`]
    if (subtype === 'AT_SetNotNull') return [`makes ${table}.${name} NOT NULL`]
    if (subtype === 'AT_ColumnDefault' && !def) return [`drops the default of ${table}.${name}`]
    if (subtype === 'AT_AddColumn' && parts?.ColumnDef) return addedColumn(table, parts.ColumnDef)
    if (subtype === 'AT_AddConstraint' && parts?.Constraint && !isNew(`${table}.${parts.Constraint.conname}`))
      return addedConstraint(table, parts.Constraint)
    return []
  })
}

const indexed: Judge = ({ relation, unique }, isNew) =>
  unique === true && !isNew(nameOf(relation)) ? [`makes an index of ${nameOf(relation)} unique`] : []
const truncated: Judge = ({ relations }, isNew) =>
  (relations as { RangeVar: Node }[])
    .map(({ RangeVar: table }) => nameOf(table))
    .filter((table) => !isNew(table))
    .map((table) => `empties ${table}`)

const JUDGES: Readonly<Record<string, Judge>> = {
  DropStmt: dropped,
  RenameStmt: renamed,
  AlterTableStmt: altered,
  IndexStmt: indexed,
  TruncateStmt: truncated,
  AlterObjectSchemaStmt: ({ relation }) => [`moves ${nameOf(relation)} to another schema`],
  CreateTrigStmt: ({ relation }) => [`puts a trigger on ${nameOf(relation)}`],
  DoStmt: () => ['runs a block of code, which cannot be judged'],
}

/** Conditions that go: one that comes in the place of one with its name is borne, as whether it is wider cannot be judged. */
const replaceable = ({ relation, cmds }: Node): string[] =>
  (cmds as { AlterTableCmd: Node }[]).flatMap(({ AlterTableCmd: { subtype, name } }) =>
    subtype === 'AT_DropConstraint' ? [`${nameOf(relation)}.${name}`] : [],
  )

/** What a statement makes, by name: nothing that the released version uses. */
function madeBy(kind: string, node: Node): string[] {
  if (kind === 'AlterTableStmt') return replaceable(node)
  if (kind === 'CreateStmt' || kind === 'CreateSeqStmt') return [nameOf(node.relation ?? node.sequence)]
  if (kind === 'CreateTableAsStmt') return [nameOf((node.into as Node).rel)]
  if (kind === 'ViewStmt') return [nameOf(node.view)]
  return kind === 'CreateFunctionStmt' ? [lastName(node.funcname)] : []
}

/**
 * What migrations do that processes of the released version, which go on beside them, do not bear: a sentence each. Things that
 * the same migrations make may be changed.
 */
export function migrationProblems(migrations: readonly Migration[]): string[] {
  const made = new Set<string>()
  return migrations.flatMap(({ name, text }) =>
    (parseSync(text).stmts ?? []).flatMap(({ stmt }) =>
      Object.entries((stmt ?? {}) as Record<string, Node>).flatMap(([kind, node]) => {
        for (const thing of madeBy(kind, node)) made.add(thing)
        return (JUDGES[kind]?.(node, (thing) => made.has(thing)) ?? []).map((problem) => `${name} ${problem}`)
      }),
    ),
  )
}
