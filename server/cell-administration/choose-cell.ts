import { sql } from 'kysely'
import type { Cell, Cells } from '../cells/cells.ts'

/** The cell for a new customer: of those that take new ones, the one with the fewest SIMs. */
export async function cellForNewCustomer(cells: Cells): Promise<Cell> {
  if (cells.all.length === 1) return cells.home
  const open = await cells.home.db.selectFrom('cells').select('cell_id').where('takes_new', '=', true).execute()
  const sizes = await Promise.all(
    open.map(async ({ cell_id }) => {
      const cell = await cells.of(cell_id)
      const { rows } = await sql<{ sims: number }>`
        SELECT coalesce(sum(sims), 0)::bigint AS sims FROM fleet_tallies`.execute(cell.db)
      return { cell, sims: rows[0]?.sims ?? 0 }
    }),
  )
  const [emptiest] = sizes.sort((a, b) => a.sims - b.sims)
  return emptiest?.cell ?? cells.home
}
