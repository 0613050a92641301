import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from '../records/sim-key.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { SessionState } from './session-state.ts'

export interface SessionName extends SimKey {
  readonly sessionKey: string
}

interface Row
  extends Omit<SessionState, 'sessionKey' | 'facts' | 'stoppedAtMs' | 'countedAtMs' | 'countedSeconds' | 'finalBytes'> {
  readonly n: number
  readonly stoppedAtMs: number | null
  readonly countedAtMs: number | null
  readonly countedSeconds: number | null
  readonly finalBytes: number | null
}

/** Sessions read per key, latest first: several access servers may use the same key. */
const SESSIONS_PER_KEY = 4

/**
 * Reads the stored sessions of keys, by the position of the key, newest first. The LATERAL join makes the planner use
 * the index for each key: it cannot estimate their number.
 */
export async function readSessions(
  trx: DatabaseTransaction,
  names: readonly SessionName[],
): Promise<ReadonlyMap<number, SessionState[]>> {
  const { rows } = await sql<Row>`
    SELECT (w.n - 1)::int AS n, d.client_id AS "clientId", d.nas,
      round(date_part('epoch', d.started_at) * 1000) AS "startedAtMs", round(date_part('epoch', d.stopped_at) * 1000) AS "stoppedAtMs",
      d.end_cause AS "endCause", d.data_bytes AS "dataBytes", coalesce(d.counter_bytes, d.data_bytes) AS "counterBytes",
      round(date_part('epoch', d.counted_at) * 1000) AS "countedAtMs", d.counted_seconds AS "countedSeconds",
      d.facts_fingerprint AS "factsFingerprint", d.final_bytes AS "finalBytes"
    FROM unnest(${array(names.map(({ companyId }) => companyId))}::int[], ${array(names.map(({ iccid }) => iccid))}::text[],
      ${array(names.map(({ sessionKey }) => sessionKey))}::text[]) WITH ORDINALITY AS w(company_id, iccid, session_key, n)
    CROSS JOIN LATERAL (
      SELECT * FROM data_sessions d WHERE d.company_id = w.company_id AND d.iccid = w.iccid COLLATE "C"
        AND d.session_key = w.session_key COLLATE "C"
      ORDER BY d.started_at DESC LIMIT ${sql.lit(SESSIONS_PER_KEY)}
    ) d`.execute(trx)
  const sessionsByName = new Map<number, SessionState[]>()
  for (const row of rows) {
    const ofKey = sessionsByName.get(row.n)
    const state = stateOf(row, names[row.n]?.sessionKey ?? '')
    if (ofKey) ofKey.push(state)
    else sessionsByName.set(row.n, [state])
  }
  return sessionsByName
}

function stateOf(row: Row, sessionKey: string): SessionState {
  return {
    sessionKey,
    clientId: row.clientId,
    nas: row.nas,
    startedAtMs: row.startedAtMs,
    stoppedAtMs: row.stoppedAtMs ?? undefined,
    endCause: row.endCause,
    dataBytes: row.dataBytes,
    counterBytes: row.counterBytes,
    countedAtMs: row.countedAtMs ?? undefined,
    countedSeconds: row.countedSeconds ?? undefined,
    finalBytes: row.finalBytes ?? undefined,
    facts: {},
    factsFingerprint: row.factsFingerprint,
  }
}

/** A session to be written; `isCounterOnly`: it exists, and only its counter changed. */
export interface SessionWrite extends SessionName {
  readonly state: SessionState
  readonly isCounterOnly: boolean
}

const at = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000)

/** Writes sessions: for most only the counter changed, which is a short statement. */
export async function writeSessions(trx: DatabaseTransaction, sessions: readonly SessionWrite[]): Promise<void> {
  const { counters = [], others = [] } = Object.groupBy(sessions, ({ isCounterOnly }) =>
    isCounterOnly ? 'counters' : 'others',
  )
  await updateCounters(trx, counters)
  await upsertSessions(trx, others)
}

const keys = (sessions: readonly SessionWrite[]) => sql`
  ${numbers(sessions.map(({ companyId }) => companyId))}::int[], ${array(sessions.map(({ iccid }) => iccid))}::text[],
  ${array(sessions.map(({ sessionKey }) => sessionKey))}::text[],
  ${numbers(sessions.map(({ state }) => state.startedAtMs / 1000))}::float8[],
  ${numbers(sessions.map(({ state }) => state.dataBytes))}::bigint[], ${numbers(sessions.map(({ state }) => state.counterBytes))}::bigint[],
  ${array(sessions.map(({ state }) => at(state.countedAtMs)))}::float8[],
  ${array(sessions.map(({ state }) => state.countedSeconds))}::bigint[]`

async function updateCounters(trx: DatabaseTransaction, sessions: readonly SessionWrite[]): Promise<void> {
  if (sessions.length === 0) return
  await sql`
    UPDATE data_sessions d SET data_bytes = n.data_bytes, counter_bytes = n.counter_bytes,
      counted_at = to_timestamp(n.counted_at), counted_seconds = n.counted_seconds
    FROM unnest(${keys(sessions)}) AS n(company_id, iccid, session_key, started_at, data_bytes, counter_bytes, counted_at, counted_seconds)
    WHERE d.company_id = n.company_id AND d.iccid = n.iccid COLLATE "C" AND d.session_key = n.session_key COLLATE "C"
      AND d.started_at = to_timestamp(n.started_at)`.execute(trx)
}

async function upsertSessions(trx: DatabaseTransaction, sessions: readonly SessionWrite[]): Promise<void> {
  if (sessions.length === 0) return
  const facts = sessions.map(({ state }) => state.facts)
  await sql`
    INSERT INTO data_sessions AS d (company_id, iccid, session_key, started_at, data_bytes, counter_bytes, counted_at, counted_seconds,
      stopped_at, end_cause, client_id, nas, apn, ip, imei, sgsn_ip, ggsn_ip, serving_network, radio_technology, area_code, cell_id,
      final_bytes, facts_fingerprint)
    SELECT n.company_id, n.iccid, n.session_key, to_timestamp(n.started_at), n.data_bytes, n.counter_bytes, to_timestamp(n.counted_at),
      n.counted_seconds, to_timestamp(n.stopped_at), n.end_cause, n.client_id, n.nas, coalesce(n.apn, ''), n.ip, coalesce(n.imei, ''),
      n.sgsn_ip, n.ggsn_ip, coalesce(n.serving_network, ''), coalesce(n.radio_technology, ''), n.area_code, n.cell_id, n.final_bytes, n.facts_fingerprint
    FROM unnest(${keys(sessions)}, ${array(sessions.map(({ state }) => at(state.stoppedAtMs)))}::float8[],
      ${array(sessions.map(({ state }) => state.endCause))}::text[], ${array(sessions.map(({ state }) => state.clientId))}::smallint[],
      ${array(sessions.map(({ state }) => state.nas))}::text[], ${array(facts.map(({ apn }) => apn))}::text[],
      ${array(facts.map(({ ip }) => ip))}::inet[], ${array(facts.map(({ imei }) => imei))}::text[],
      ${array(facts.map(({ sgsnIp }) => sgsnIp))}::inet[], ${array(facts.map(({ ggsnIp }) => ggsnIp))}::inet[],
      ${array(facts.map(({ servingNetwork }) => servingNetwork))}::text[],
      ${array(facts.map(({ radioTechnology }) => radioTechnology))}::text[], ${array(facts.map(({ areaCode }) => areaCode))}::int[],
      ${array(facts.map(({ cellId }) => cellId))}::bigint[], ${array(sessions.map(({ state }) => state.finalBytes))}::bigint[],
      ${numbers(sessions.map(({ state }) => state.factsFingerprint))}::bigint[]
    ) AS n(company_id, iccid, session_key, started_at, data_bytes, counter_bytes, counted_at, counted_seconds, stopped_at, end_cause,
      client_id, nas, apn, ip, imei, sgsn_ip, ggsn_ip, serving_network, radio_technology, area_code, cell_id, final_bytes, facts_fingerprint)
    ON CONFLICT (company_id, iccid, session_key, started_at) DO UPDATE SET data_bytes = excluded.data_bytes,
      counter_bytes = excluded.counter_bytes, counted_at = excluded.counted_at, counted_seconds = excluded.counted_seconds,
      stopped_at = excluded.stopped_at, end_cause = excluded.end_cause, client_id = excluded.client_id, nas = excluded.nas,
      apn = coalesce(nullif(excluded.apn, ''), d.apn), ip = coalesce(excluded.ip, d.ip),
      imei = coalesce(nullif(excluded.imei, ''), d.imei), sgsn_ip = coalesce(excluded.sgsn_ip, d.sgsn_ip),
      ggsn_ip = coalesce(excluded.ggsn_ip, d.ggsn_ip), serving_network = coalesce(nullif(excluded.serving_network, ''), d.serving_network),
      radio_technology = coalesce(nullif(excluded.radio_technology, ''), d.radio_technology),
      area_code = coalesce(excluded.area_code, d.area_code), cell_id = coalesce(excluded.cell_id, d.cell_id),
      final_bytes = excluded.final_bytes, facts_fingerprint = excluded.facts_fingerprint`.execute(trx)
}
