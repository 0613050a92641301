import { createWriteStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { FIELD_NAMES, MAPPING_SENTENCES, PROBLEM_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import {
  foldName,
  INVENTORY_FIELDS,
  type InventoryField,
  type InventoryMapping,
  mappingProblem,
} from '#domain/inventory-columns.ts'
import type { LineProblem } from '#domain/inventory-line.ts'
import { openCells } from './cells/cells.ts'
import { loadConfig } from './config.ts'
import { createPool } from './db/pool.ts'
import { applyImport } from './features/inventory/apply-import.ts'
import { badLineColumns, badLineRows, badLineSentence, listBadLines } from './features/inventory/bad-lines.queries.ts'
import { loadCatalog } from './features/inventory/catalog.queries.ts'
import { checkImport, type ImportServices } from './features/inventory/check-import.ts'
import type { ImportCounts } from './features/inventory/counts.queries.ts'
import { discardImport } from './features/inventory/discard-import.ts'
import { type ImportStage, importFailure } from './features/inventory/import-failure.ts'
import { failAbandonedImports } from './features/inventory/import-lock.ts'
import { createImport, type ImportActor } from './features/inventory/import-row.ts'
import { type InventoryFile, openInventory } from './features/inventory/open-inventory.ts'
import { createProgressBar } from './features/inventory/progress-bar.ts'
import { writeCsv } from './files/csv-writer.ts'
import { openDatabase } from './start/open-database.ts'
import { StartFailure } from './start-failure.ts'

const USAGE = `Usage: npm run import -- FILE [options]

Takes SIMs from a CSV, TSV or XLSX file into the fleet. Every line is checked first; by default nothing is imported when a
single line is bad. Works beside a running portal, and on the database of DATABASE_URL when that is set.

  --check            only check and report
  --skip-bad         import the good lines and leave the bad ones
  --map COLUMN=FIELD say what a column holds (its header, or its number from 1); FIELD empty: leave it out. Can be repeated
  --company NAME     company of the lines that name none: its id, name or tax id
  --report FILE      write the bad lines as CSV

Fields: ${INVENTORY_FIELDS.join(', ')}
`

/** Bad lines that are shown; --report has them all. */
const SHOWN = 20
/** Connections that an import uses: two COPY, its lock, its transaction and its progress. */
const CONNECTIONS = 5

interface Options {
  readonly file: string
  readonly check: boolean
  readonly skipBad: boolean
  readonly map: readonly string[]
  readonly company: string | undefined
  readonly report: string | undefined
}

function readOptions(): Options | undefined {
  const string = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    check: flag,
    'skip-bad': flag,
    help: flag,
    company: string,
    report: string,
    map: { type: 'string', multiple: true },
  } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [file, ...more] = positionals
    if (values.help || file === undefined || more.length > 0) return undefined
    return {
      file,
      check: values.check,
      skipBad: values['skip-bad'],
      map: values.map ?? [],
      company: values.company,
      report: values.report,
    }
  } catch (error) {
    throw new StartFailure(`${error instanceof Error ? error.message : error}\n\n${USAGE}`, { cause: error })
  }
}

/** The mapping as found, with the corrections of --map. */
function correctMapping({ columns, mapping }: InventoryFile, corrections: readonly string[]): InventoryMapping {
  const corrected = [...mapping]
  for (const correction of corrections) {
    const [column = '', name = ''] = correction.split(/=(?=[^=]*$)/)
    const byName = columns.findIndex(({ header }) => foldName(header) === foldName(column))
    const index = byName >= 0 ? byName : Number(column) - 1
    const field = INVENTORY_FIELDS.find((known) => known.toLowerCase() === name.trim().toLowerCase())
    if (!(index in columns)) throw new StartFailure(`The file has no column "${column}".`)
    if (field === undefined && name.trim() !== '')
      throw new StartFailure(`"${name}" is no field. Fields: ${INVENTORY_FIELDS.join(', ')}`)
    for (const [other, held] of corrected.entries()) if (field !== undefined && held === field) corrected[other] = null
    corrected[index] = field ?? null
  }
  const problem = mappingProblem(corrected)
  if (problem)
    throw new StartFailure(
      `${MAPPING_SENTENCES[problem].en}. The columns are: ${columns.map(({ header }) => header).join(', ')}`,
    )
  return corrected
}

const number = (value: number): string => value.toLocaleString('en')

function showFile({ columns, format }: InventoryFile, mapping: InventoryMapping): void {
  const kind =
    format.kind === 'xlsx'
      ? `XLSX, sheet "${format.sheet}"`
      : `${format.encoding}, separated by ${JSON.stringify(format.separator)}`
  console.log(`File: ${kind}`)
  for (const [index, { header }] of columns.entries()) {
    const field = mapping[index]
    console.log(`  ${header || `(column ${index + 1})`} → ${field ? FIELD_NAMES[field].en : 'left out'}`)
  }
}

async function showReport({ db }: ImportServices, importId: number, counts: ImportCounts): Promise<void> {
  const { lines, created, updated, unchanged, bad, reasons } = counts
  console.log(
    `${number(lines)} lines: ${number(created)} new, ${number(updated)} changed, ${number(unchanged)} unchanged, ${number(bad)} bad`,
  )
  for (const { field, reason, lines: count, firstLine } of reasons) {
    const sentence = PROBLEM_SENTENCES[reason as LineProblem].en
    console.log(`  ${number(count)} × ${FIELD_NAMES[field as InventoryField].en}: ${sentence}, first in line ${firstLine}`)
  }
  if (bad === 0) return
  console.log('\nThe first bad lines:')
  for (const line of await listBadLines(db, importId, SHOWN)) {
    console.log(`  line ${line.line}: ${FIELD_NAMES[line.field].en} "${line.value}": ${badLineSentence(line, 'en')}`)
  }
}

async function findImporter({ db }: ImportServices): Promise<ImportActor> {
  const root = await db.selectFrom('companies').select('company_id').where('parent_id', 'is', null).executeTakeFirst()
  if (!root) throw new StartFailure('There are no companies yet; make the first administrator with `npm run create-admin`.')
  return {
    companyId: root.company_id,
    userId: null,
    actor: `command line (${process.env.USER ?? 'unknown'})`,
    address: '',
    requestId: '',
  }
}

async function findCompany({ db }: ImportServices, name: string | undefined): Promise<number | undefined> {
  if (name === undefined) return undefined
  const found = (await loadCatalog(db)).companies(name)
  if (typeof found !== 'number')
    throw new StartFailure(
      found === undefined ? `There is no company "${name}".` : `Several companies are called "${name}"; use the id.`,
    )
  return found
}

/** Answers whether every line was taken in, or would be. */
async function importFile(services: ImportServices, options: Options, warningPercent: number): Promise<boolean> {
  const { db, clock } = services
  await failAbandonedImports(services)
  const who = await findImporter(services)
  const defaultCompanyId = await findCompany(services, options.company)
  const inventory = await openInventory(options.file)
  const mapping = correctMapping(inventory, options.map)
  showFile(inventory, mapping)
  const { source, format } = inventory
  const importId = await createImport(
    db,
    who,
    { fileName: basename(options.file), fileBytes: source.totalBytes, format, mapping },
    clock(),
  )
  const bar = createProgressBar(process.stderr)
  const counts = await checkImport(services, importId, source, { mapping, defaultCompanyId, onProgress: bar.show }).finally(
    bar.end,
  )
  await showReport(services, importId, counts)
  if (options.report !== undefined) await writeReport(services, importId, options.report)
  const isRefused = counts.bad > 0 && !options.skipBad
  if (options.check || isRefused) {
    await discardImport(services, who.companyId, importId)
    if (isRefused)
      console.log(
        `\nNothing was imported. Mend the file, or import the ${number(counts.created + counts.updated)} good lines with --skip-bad.`,
      )
    return counts.bad === 0
  }
  const mode = options.skipBad ? 'skipBad' : 'all'
  const done = await applyImport(services, importId, { mode, who, warningPercent, onProgress: bar.show }).finally(bar.end)
  await discardImport(services, who.companyId, importId)
  console.log(
    `\nImported: ${number(done.created)} new and ${number(done.updated)} changed SIMs.${done.bad > 0 ? ` ${number(done.bad)} bad lines were left out.` : ''}`,
  )
  return done.bad === 0
}

async function writeReport({ db }: ImportServices, importId: number, path: string): Promise<void> {
  await pipeline(writeCsv(badLineColumns('en'), badLineRows(db, importId, 'en')), createWriteStream(path))
  console.log(`The bad lines are in ${path}.`)
}

async function main(): Promise<void> {
  const stage: ImportStage = { databaseUrl: undefined, isConnected: false }
  try {
    const options = readOptions()
    if (!options) {
      console.log(USAGE)
      process.exitCode = process.argv.includes('--help') ? 0 : 2
      return
    }
    if (!statSync(options.file, { throwIfNoEntry: false })?.isFile())
      throw new StartFailure(`There is no file ${options.file}.`)
    const config = loadConfig(process.env)
    stage.databaseUrl = config.DATABASE_URL
    const { pool, close } = await openDatabase(
      { ...config, DATABASE_POOL: Math.max(config.DATABASE_POOL, CONNECTIONS) },
      { mayShare: true },
    )
    stage.isConnected = true
    try {
      const cells = await openCells(pool, (connectionString) => createPool({ connectionString, max: CONNECTIONS }))
      const { home } = cells
      const services = { pool: home.pool, db: home.db, clock: () => new Date() }
      const isWhole = await importFile(services, options, config.ALARM_WARNING_PERCENT).finally(cells.close)
      if (!isWhole) process.exitCode = 1
    } finally {
      await close()
    }
  } catch (error) {
    console.error(importFailure(error, stage) ?? error)
    process.exitCode = 1
  }
}

// lines are garbage as soon as they are read; letting the room for new objects grow with them would triple the memory
setFlagsFromString('--semi-space-growth-factor=1')
await main()
