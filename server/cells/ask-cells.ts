import type { Pool, QueryConfig } from 'pg'
import type { Cells } from './cells.ts'

/** The rows of a statement in each cell, one cell after the other. */
export type AskCells = <Row extends object>(statement: QueryConfig) => Promise<Row[]>

export const askCells =
  (cells: Pick<Cells, 'all'>): AskCells =>
  <Row extends object>(statement: QueryConfig) => {
    const pools = cells.all.map(({ pool }) => pool)
    return askPools<Row>(pools, statement)
  }

/** The same where there is one cell: tests, commands. */
export const askOne =
  (pool: Pool): AskCells =>
  <Row extends object>(statement: QueryConfig) =>
    askPools<Row>([pool], statement)

async function askPools<Row extends object>(pools: readonly Pool[], statement: QueryConfig): Promise<Row[]> {
  const answers = await Promise.all(pools.map((pool) => pool.query<Row>(statement)))
  return answers.flatMap(({ rows }) => rows)
}
