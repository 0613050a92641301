import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import type { Cell, Cells } from './cells.ts'

/** The cells of SIMs by ICCID; SIMs of no cell are missing. */
export async function cellIdsOf(db: Database | DatabaseTransaction, iccids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ iccid: string; cellId: number }>`
    SELECT iccid, cell_id AS "cellId" FROM sim_places WHERE iccid = ANY(${[...new Set(iccids)]}::text[])`.execute(db)
  return new Map(rows.map(({ iccid, cellId }) => [iccid, cellId]))
}

/** The cell whose tables a connection or a transaction has. */
export async function ownCellId(db: Database | DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ cellId: number }>`
    SELECT cell_id AS "cellId" FROM cells WHERE schema_name = current_schema()`.execute(db)
  const [own] = rows
  if (!own) throw new Error('the schema is no cell')
  return own.cellId
}

/**
 * What concerns SIMs, by the cell that has each; SIMs that no cell has are home's. Asks nothing while there is one cell.
 * @param iccidOf the SIM that something concerns
 */
export async function bySimCell<T>(cells: Cells, items: readonly T[], iccidOf: (item: T) => string): Promise<Map<Cell, T[]>> {
  const { home } = cells
  if (cells.all.length === 1) return new Map([[home, [...items]]])
  const cellIds = await cellIdsOf(home.db, items.map(iccidOf))
  const byCellId = Map.groupBy(items, (item) => cellIds.get(iccidOf(item)) ?? home.cellId)
  const found = await Promise.all([...byCellId].map(async ([cellId, own]) => [await cells.of(cellId), own] as const))
  return new Map(found)
}

/** The cell of a SIM; home for one that no cell has. */
export async function cellOfSim(cells: Cells, iccid: string): Promise<Cell> {
  const [[cell] = [cells.home]] = await bySimCell(cells, [iccid], (one) => one)
  return cell
}

/** The identifiers by which a network names a SIM: the first one given counts. */
export interface SubscriberIds {
  /** 19 or 20 digits with the check digit (ITU-T E.118) */
  readonly iccid?: string
  /** 14 or 15 digits (ITU-T E.212) */
  readonly imsi?: string
  /** digits without plus sign (ITU-T E.164) */
  readonly msisdn?: string
}

interface Place {
  readonly iccid: string
  readonly imsi: string
  readonly msisdn: string
  readonly schema: string
}

async function placesOf(
  db: Database,
  subscribers: readonly SubscriberIds[],
): Promise<(subscriber: SubscriberIds) => string | undefined> {
  const numbers = (name: keyof SubscriberIds): string[] => [
    ...new Set(subscribers.flatMap((subscriber) => subscriber[name] ?? [])),
  ]
  const { rows } = await sql<Place>`
    SELECT p.iccid, p.imsi, p.msisdn, c.schema_name AS schema FROM sim_places p JOIN cells c ON c.cell_id = p.cell_id
    WHERE p.iccid = ANY(${numbers('iccid')}::text[]) OR p.imsi <> '' AND p.imsi = ANY(${numbers('imsi')}::text[])
      OR p.msisdn <> '' AND p.msisdn = ANY(${numbers('msisdn')}::text[])`.execute(db)
  const by = (name: keyof SubscriberIds) =>
    new Map(rows.flatMap((row) => (row[name] ? [[row[name], row.schema] as const] : [])))
  const [iccids, imsis, msisdns] = [by('iccid'), by('imsi'), by('msisdn')]
  return ({ iccid, imsi, msisdn }) =>
    iccid ? iccids.get(iccid) : ((imsi ? imsis.get(imsi) : undefined) ?? (msisdn ? msisdns.get(msisdn) : undefined))
}

/** What concerns subscribers, by the cell of each; unknown ones are home's. Asks nothing while there is one cell. */
export async function bySubscriberCell<T extends SubscriberIds>(cells: Cells, items: readonly T[]): Promise<Map<Cell, T[]>> {
  if (cells.all.length === 1) return new Map([[cells.home, [...items]]])
  const placeOf = await placesOf(cells.home.db, items)
  const bySchema = new Map(cells.all.map((cell) => [cell.schema, cell]))
  return Map.groupBy(items, (item) => bySchema.get(placeOf(item) ?? '') ?? cells.home)
}

/** What concerns SIMs that another cell than the transaction's has, by the schema of that cell. */
export async function elsewhere<T>(
  trx: DatabaseTransaction,
  items: readonly T[],
  idsOf: (item: T) => SubscriberIds,
): Promise<Map<string, T[]>> {
  const placeOf = await placesOf(trx, items.map(idsOf))
  const { rows } = await sql<{ own: string }>`SELECT current_schema() AS own`.execute(trx)
  const bySchema = Map.groupBy(items, (item) => placeOf(idsOf(item)) ?? '')
  bySchema.delete('')
  bySchema.delete(rows[0]?.own ?? '')
  return bySchema
}
