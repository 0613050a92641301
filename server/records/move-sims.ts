import { type RawBuilder, sql } from 'kysely'
import { schemasOf, withinCell } from '../cells/cell-context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { leaveSubscriptions } from './camara-subscriptions.ts'
import { bringSims, returnHistory } from './carry-sims.ts'
import { leaveTags } from './change-tags.ts'
import { lockCounting } from './counting-locks.ts'
import { leaveLocks } from './leave-locks.ts'
import { releaseFirings } from './release-firings.ts'
import { insertSimTexts } from './sim-copies.ts'
import { addTallies, tallyRows } from './sim-tallies.ts'

export interface SimMove {
  /** the company to which they go */
  readonly target: number
  /** SIMs that the target has already stay as they are */
  readonly sims: readonly { readonly companyId: number | null; readonly iccid: string }[]
  readonly actor: string
  /** added to the timelines of both companies */
  readonly detail: Readonly<Record<string, unknown>>
}

/**
 * Moves SIMs to another company: identity, status, custom fields and an open data session go along; past usage, sessions, messages
 * and history stay with the previous company. A row's company cannot be updated in place (each company may live on another node),
 * so rows are deleted and inserted. The sums of the cycle start at zero for the new company; the pool of the previous one keeps its
 * usage. The transaction is in the cell that has the SIMs; to a company of another cell they go by way of that cell, and what is
 * written there about the previous company goes back.
 */
export async function moveSims(trx: DatabaseTransaction, move: SimMove, now: Date): Promise<void> {
  const { own: from, theirs: to } = await schemasOf(trx, move.target)
  if (from === to) return moveInCell(trx, move, now)
  for (const [companyId, sims] of Map.groupBy(move.sims, (sim) => sim.companyId)) {
    if (companyId === null) continue
    const iccids = sims.map(({ iccid }) => iccid)
    await bringSims(trx, { from, to }, { companyId, iccids, now })
    await withinCell(trx, { schema: to }, (inside) => moveInCell(inside, { ...move, sims }, now))
    await returnHistory(trx, { from, to }, companyId, iccids)
  }
}

async function moveInCell(trx: DatabaseTransaction, move: SimMove, now: Date): Promise<void> {
  const { target, sims } = move
  const leaving = sims.filter(({ companyId }) => companyId !== target)
  const [companies, iccids] = [leaving.map(({ companyId }) => companyId), leaving.map(({ iccid }) => iccid)]
  const moving = sql`unnest(${companies}::int[], ${iccids}::text[]) AS m(company_id, iccid)`
  await sql`
    SELECT count(*) FROM (
      SELECT s.iccid FROM ${moving} JOIN sims s ON s.company_id = m.company_id AND s.iccid = m.iccid
      JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
      ORDER BY s.company_id, s.iccid FOR UPDATE OF s, l
    ) locked`.execute(trx)
  const theirs = sql`EXISTS (SELECT FROM ${moving} WHERE m.company_id = s.company_id AND m.iccid = s.iccid)`
  await addTallies(trx, tallyRows(theirs, -1))
  await leaveTags(trx, leaving)
  await leaveLocks(trx, leaving, now)
  await releaseFirings(trx, leaving, { by: '', now })
  await leaveSubscriptions(trx, leaving, now)
  await copyRowsTo(trx, moving, target)
  const moved = sql`s.company_id = ${target} AND s.iccid IN (SELECT m.iccid FROM ${moving})`
  await insertSimTexts(trx, moved)
  await transferSessions(trx, moving, target, now)
  await transferRows(trx, moving, target, 'sim_drifts')
  await transferRows(trx, moving, target, 'network_locks')
  await sql`DELETE FROM sims s USING ${moving} WHERE s.company_id = m.company_id AND s.iccid = m.iccid`.execute(trx)
  await sql`
    WITH left_behind AS (SELECT iccid, company_id FROM ${moving})
    INSERT INTO sim_former_companies (iccid, company_id, left_at) SELECT iccid, company_id, ${now} FROM left_behind
    ON CONFLICT (iccid, company_id) DO UPDATE SET left_at = excluded.left_at`.execute(trx)
  await sql`UPDATE sim_registry r SET company_id = ${target} FROM ${moving} WHERE r.iccid = m.iccid`.execute(trx)
  await addTallies(trx, tallyRows(moved, 1))
  await recordMoves(trx, moving, move, now)
}

/** Columns that a copy takes over: all but the company and generated ones. */
async function columnsOf(trx: DatabaseTransaction, table: 'sims' | 'sim_live' | PresentTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'company_id'
    ORDER BY attnum`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Sums that stay with the previous company. */
const USAGE_SUMS: ReadonlySet<string> = new Set([
  'day_data_bytes',
  'day_voice_seconds',
  'day_sms',
  'cycle_data_bytes',
  'cycle_voice_seconds',
  'cycle_sms',
  'plan_percent',
])

async function copyRowsTo(trx: DatabaseTransaction, moving: RawBuilder<unknown>, target: number): Promise<void> {
  for (const table of ['sims', 'sim_live'] as const) {
    const columns = await columnsOf(trx, table)
    const values = columns.map((name) => (USAGE_SUMS.has(name) ? sql`0` : sql`t.${sql.ref(name)}`))
    await sql`
      WITH t AS (SELECT t.* FROM ${moving} JOIN ${sql.table(table)} t ON t.company_id = m.company_id AND t.iccid = m.iccid)
      INSERT INTO ${sql.table(table)} (company_id, ${sql.join(columns.map((name) => sql.ref(name)))})
      SELECT ${target}, ${sql.join(values)} FROM t`.execute(trx)
  }
}

/**
 * An open session continues at the new company from the network's present counter, and ends at the previous one with what was used
 * there. A SIM that returns during the same session continues with the row that it left.
 */
async function transferSessions(
  trx: DatabaseTransaction,
  moving: RawBuilder<unknown>,
  target: number,
  now: Date,
): Promise<void> {
  // a record that is being counted now would be counted from the same counter at both companies
  await lockCounting(trx)
  await sql`
    WITH ended AS (
      UPDATE data_sessions d SET stopped_at = ${now}, end_cause = 'company_changed' FROM ${moving}
      WHERE d.company_id = m.company_id AND d.iccid = m.iccid AND d.stopped_at IS NULL
      RETURNING d.*
    )
    INSERT INTO data_sessions (company_id, iccid, session_key, started_at, apn, ip, serving_network, radio_technology, data_bytes,
      counter_bytes, counted_at, counted_seconds, client_id, nas, sgsn_ip, ggsn_ip, imei, area_code, cell_id)
    SELECT ${target}, iccid, session_key, started_at, apn, ip, serving_network, radio_technology, 0, coalesce(counter_bytes, data_bytes),
      counted_at, counted_seconds, client_id, nas, sgsn_ip, ggsn_ip, imei, area_code, cell_id
    FROM ended
    ON CONFLICT (company_id, iccid, started_at, session_key) DO UPDATE SET stopped_at = NULL, end_cause = '', apn = excluded.apn,
      ip = excluded.ip, serving_network = excluded.serving_network, radio_technology = excluded.radio_technology,
      counter_bytes = excluded.counter_bytes, counted_at = excluded.counted_at, counted_seconds = excluded.counted_seconds,
      client_id = excluded.client_id, nas = excluded.nas`.execute(trx)
}

/** What its network has belongs to the SIM, whichever company has it: a difference that is open, a lock to a device. */
const PRESENT_ROWS = { sim_drifts: sql`d.settled_at IS NULL`, network_locks: sql`true` } as const
type PresentTable = keyof typeof PRESENT_ROWS

async function transferRows(
  trx: DatabaseTransaction,
  moving: RawBuilder<unknown>,
  target: number,
  table: PresentTable,
): Promise<void> {
  const names = (await columnsOf(trx, table)).map((name) => sql.ref(name))
  await sql`
    WITH open AS (
      DELETE FROM ${sql.table(table)} d USING ${moving} WHERE d.company_id = m.company_id AND d.iccid = m.iccid AND ${PRESENT_ROWS[table]}
      RETURNING d.*
    )
    INSERT INTO ${sql.table(table)} (company_id, ${sql.join(names)})
    SELECT ${target}, ${sql.join(names)} FROM open`.execute(trx)
}

/**
 * The previous company's timeline ends with where the SIM went, the new one's begins with where it came from. Status and plan are
 * kept in it: the previous company's row is gone, and its invoice still needs them.
 */
async function recordMoves(
  trx: DatabaseTransaction,
  moving: RawBuilder<unknown>,
  { target, actor, detail }: SimMove,
  now: Date,
): Promise<void> {
  await sql`
    WITH sides AS (
      SELECT side.company_id, m.iccid,
        jsonb_build_object('company', side.other, 'status', s.administrative_status, 'plan', s.plan_code) AS facts
      FROM ${moving} JOIN sims s ON s.company_id = ${target} AND s.iccid = m.iccid
      CROSS JOIN LATERAL (VALUES (m.company_id, ${target}::int), (${target}::int, ${target}::int)) AS side(company_id, other)
    )
    INSERT INTO sim_events (company_id, iccid, at, kind, actor, detail)
    SELECT company_id, iccid, ${now}, 'company_changed', ${actor}, facts || ${JSON.stringify(detail)}::jsonb
    FROM sides`.execute(trx)
}
