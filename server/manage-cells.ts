import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { addCell } from './cell-administration/add-cell.ts'
import { distributionSteps, requireCitus } from './cell-administration/distribute.ts'
import { moveTree, planMove, type TreeMove } from './cell-administration/move-tree.ts'
import { type Cell, type Cells, openCells } from './cells/cells.ts'
import type { Config } from './config.ts'
import { createPool } from './db/pool.ts'
import { openDatabase } from './start/open-database.ts'
import { runCommand } from './start/run-command.ts'
import { StartFailure } from './start-failure.ts'

const USAGE = `Usage: npm run cells -- COMMAND [--yes]

A cell is a schema with whole customer trees. Each command says what it would do; with --yes it does it. What was done already is
left as it is, so that a command that was interrupted may be repeated.

  list                 the cells, with their customers and SIMs
  make NAME            a new, empty cell; new customers go where the fewest SIMs are
  move COMPANY CELL    a customer with all companies below to another cell, by their numbers; writers of its present cell wait
  drain CELL           all customers of a cell to the others, and no new ones
  distribute           has the cells placed on the machines of a Citus cluster; stop all processes before it`

interface Sizes {
  readonly customers: number
  readonly companies: number
  readonly takesNew: boolean
}

async function sizesOf({ db, cellId }: Cell): Promise<Sizes & { readonly sims: number }> {
  const { rows } = await sql<Sizes>`
    SELECT count(*) FILTER (WHERE cardinality(lineage) = 2)::int AS customers, count(*)::int AS companies,
      (SELECT takes_new FROM cells WHERE cell_id = ${cellId}) AS "takesNew"
    FROM companies WHERE cell_id = ${cellId}`.execute(db)
  const { rows: fleet } = await sql<{ sims: number }>`
    SELECT coalesce(sum(sims), 0)::bigint AS sims FROM fleet_tallies`.execute(db)
  return { customers: 0, companies: 0, takesNew: true, ...rows[0], sims: fleet[0]?.sims ?? 0 }
}

async function list(cells: Cells): Promise<void> {
  for (const cell of cells.all) {
    const { customers, companies, sims, takesNew } = await sizesOf(cell)
    const text = `customers: ${customers}, companies: ${companies}, SIMs: ${sims}${takesNew ? '' : ', takes no new customers'}`
    console.log(`${cell.cellId}  ${cell.schema.padEnd(12)} ${text}`)
  }
}

/** The cell of a number or a name. */
function cellNamed(cells: Cells, name: string): Cell {
  const cell = cells.all.find(({ cellId, schema }) => String(cellId) === name || schema === name)
  if (!cell) throw new StartFailure(`There is no cell ${name}. npm run cells -- list shows them.`)
  return cell
}

function sayMove({ companies, from, to }: TreeMove): void {
  const [top = 0, ...below] = companies
  const tree = below.length === 0 ? `company ${top}` : `company ${top} with ${below.length} below`
  console.log(from === to ? `${tree} is in ${to.schema} already.` : `${tree}: from ${from.schema} to ${to.schema}.`)
}

async function move(moves: readonly TreeMove[], isMeant: boolean): Promise<void> {
  for (const one of moves) {
    sayMove(one)
    if (isMeant) await moveTree(one, { actor: 'cells', now: new Date() })
  }
}

/** Each customer goes to the cell that has the fewest SIMs then. */
async function drain(cells: Cells, from: Cell, isMeant: boolean): Promise<void> {
  const others = cells.all.filter((cell) => cell !== from)
  if (others.length === 0) throw new StartFailure('There is no other cell; npm run cells -- make NAME makes one.')
  if (isMeant) await sql`UPDATE cells SET takes_new = false WHERE cell_id = ${from.cellId}`.execute(from.db)
  const { rows } = await sql<{ companyId: number }>`
    SELECT company_id AS "companyId" FROM companies WHERE cell_id = ${from.cellId} AND cardinality(lineage) <= 2
    ORDER BY cardinality(lineage) DESC, company_id`.execute(from.db)
  for (const { companyId } of rows) {
    const sizes = await Promise.all(others.map(async (cell) => ({ cell, ...(await sizesOf(cell)) })))
    const [emptiest] = sizes.sort((a, b) => a.sims - b.sims)
    if (emptiest) await move([await planMove(cells, companyId, emptiest.cell.cellId)], isMeant)
  }
}

async function distribute(pool: Pool, isMeant: boolean): Promise<void> {
  const client = await pool.connect()
  try {
    await requireCitus(client)
    const steps = await distributionSteps(client)
    for (const step of steps) {
      console.log(`${step};`)
      if (isMeant) await client.query(step)
    }
    if (steps.length === 0) console.log('All cells are placed.')
  } finally {
    client.release()
  }
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean', default: false } } })
  } catch (error) {
    throw new StartFailure(USAGE, { cause: error })
  }
}

async function run(config: Config): Promise<void> {
  const { positionals, values } = readArguments()
  const [command, first = '', second = ''] = positionals
  const { pool, close } = await openDatabase(config, { mayShare: true })
  try {
    const cells = await openCells(pool, (connectionString) => createPool({ connectionString, max: 4 }))
    try {
      if (command === 'list') return await list(cells)
      if (command === 'make' && /^[a-z][a-z0-9_]{0,40}$/.test(first)) {
        console.log(`A new, empty cell ${first}.`)
        if (values.yes) await addCell(pool, cells, first)
      } else if (command === 'move' && /^\d+$/.test(first) && second !== '')
        await move([await planMove(cells, Number(first), cellNamed(cells, second).cellId)], values.yes)
      else if (command === 'distribute') await distribute(pool, values.yes)
      else if (command === 'drain' && first !== '') await drain(cells, cellNamed(cells, first), values.yes)
      else throw new StartFailure(USAGE)
      console.log(values.yes ? 'Done.' : 'Nothing was changed; --yes does it.')
    } finally {
      await cells.close()
    }
  } finally {
    await close()
  }
}

await runCommand(run)
