import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { matchHeaders } from '#domain/inventory-columns.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { createDatabase, type Database, type DatabaseTransaction } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { applyImport } from '#server/features/inventory/apply-import.ts'
import { checkImport } from '#server/features/inventory/check-import.ts'
import { createImport } from '#server/features/inventory/import-row.ts'
import type { TableBatch } from '#server/files/table.ts'

import { refreshPlanUsage } from '#server/records/refresh-plan-usage.ts'
import { addTallies, foldTallies, tallyRows } from '#server/records/sim-tallies.ts'
import { ensureUsagePartitions } from '#server/records/usage-partitions.ts'
import { ensureReferenceData } from '../records/reference-data.ts'
import { DEMO_COMPANIES } from './companies.ts'
import { LIVE_COLUMNS } from './live.ts'
import { loadAccounting } from './load-accounting.ts'
import { loadAlarms } from './load-alarms.ts'
import { loadAnomalies } from './load-anomalies.ts'
import { loadAudit } from './load-audit.ts'
import { loadCharges } from './load-charges.ts'
import { loadCompanies } from './load-companies.ts'
import { loadComparison } from './load-comparison.ts'
import { loadHardware } from './load-hardware.ts'
import { loadMails, type MailParts } from './load-mails.ts'
import { loadMessages, nameWriters } from './load-messages.ts'
import { loadNetworks } from './load-networks.ts'
import { loadOperations, nameStarters } from './load-operations.ts'
import { loadPeople } from './load-people.ts'
import { loadPlanChange } from './load-plan-change.ts'
import { loadPositions } from './load-positions.ts'
import { loadRequests, nameRequesters } from './load-requests.ts'
import { loadRules, nameRuleOwners } from './load-rules.ts'
import { loadStore } from './load-store.ts'
import { loadSupport } from './load-support.ts'
import { loadPresent, WAITING_LIVE, WAITING_STATUS } from './load-usage.ts'
import { DELIVERIES, type DemoSim, makeSims } from './make-sims.ts'
import { type Calendar, calendarOf, withinCycle } from './usage.ts'

export interface DemoOptions extends MailParts {
  readonly pool: Pool
  readonly now?: Date
  readonly seed?: number
  /** what is being done, for a person who waits */
  readonly progress?: (text: string) => void
}

const IMPORTER = { companyId: 1, userId: null, actor: 'admin@enlace.test', address: '', requestId: '' }

/** A COPY for each month and table at once, and the importer's own. */
const CONNECTIONS = 14

/** Loads the demo into a migrated database without users. Cut off in the middle, it begins again the next time. */
export async function loadDemo({ pool: given, ...options }: DemoOptions): Promise<void> {
  const { connectionString = '' } = given.options
  const pool = createPool({ connectionString, max: CONNECTIONS, applicationName: 'enlace-demo' })
  try {
    await loadWith(pool, options)
  } finally {
    await pool.end()
  }
}

async function loadWith(
  pool: Pool,
  { now: moment = new Date(), seed = 2026, progress = () => {}, ...parts }: Omit<DemoOptions, 'pool'>,
): Promise<void> {
  const now = new Date(Math.floor(moment.getTime() / 1000) * 1000)
  const db = createDatabase(pool)
  await clearHalfLoaded(db)
  progress('companies and plans')
  await ensureReferenceData(db)
  await loadCompanies(db, now)
  await loadNetworks(db, now)
  await loadStore(db, now)
  const calendars = new Map(DEMO_COMPANIES.map((company) => [company.id, companyCalendar(company, now)]))
  const sims = makeSims(seed).map((sim) => {
    const calendar = calendars.get(sim.companyId)
    return calendar ? withinCycle(sim, calendar) : sim
  })
  const days = [...calendars.values()].flatMap((calendar) => calendar.days).sort()
  await ensureUsagePartitions(db, days[0] ?? '', days.at(-1) ?? '')
  await createWaitingTables(db)
  // the import is the database's work, usage this process's: at once they take half the time
  const onSims = (done: number) => progress(`usage, ${done} of ${sims.length} SIMs`)
  await atOnce(
    (cut) => importSims(pool, db, sims, { now, progress, cut }),
    (cut) => loadPresent(pool, sims, { seed, now, calendars, onSims, cut }),
  )
  await loadMessages(db, sims, { seed, now })
  await loadHardware(db, sims, { seed, now })
  await loadPlanChange(db, now)
  progress('figures')
  await writePresent(db, now)
  await loadAlarms(db, now)
  await loadPositions(db)
  await loadRequests(db, now)
  await loadOperations(db, sims, now)
  await loadRules(db, now)
  // the rest is analysed in the background; these decide how lists and searches are planned
  await sql`ANALYZE sims, sim_live, sim_registry, sim_tallies, companies, plans`.execute(db)
  await loadAnomalies(db, now)
  progress('invoices')
  await loadCharges({ pool, db, now, seed, calendars })
  await loadLogins(db, parts, now)
}

/**
 * The users, and what shows their names or was done by them. They appear together, as a database with users counts as loaded: cut off
 * between them, the load would never be completed.
 */
export async function loadLogins(db: Database, parts: MailParts, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await loadPeople(trx, now)
    await nameWriters(trx)
    await nameRequesters(trx)
    await nameStarters(trx)
    await nameRuleOwners(trx)
    await loadSupport(trx, now)
    await loadAccounting(trx, parts.secrets, now)
    await loadComparison(trx, now)
    await loadAudit(trx, now)
    await loadMails(trx, parts, now)
  })
}

/** Rejects with the first failure, after the others were aborted. */
async function atOnce(...works: readonly ((cut: AbortSignal) => Promise<void>)[]): Promise<void> {
  const cut = new AbortController()
  let failure: unknown
  const stopOthers = (error: unknown): void => {
    if (!cut.signal.aborted) failure = error
    cut.abort()
  }
  await Promise.all(works.map((work) => work(cut.signal).catch(stopOthers)))
  if (cut.signal.aborted) throw failure
}

function companyCalendar({ timeZone, cycleAnchorDay }: (typeof DEMO_COMPANIES)[number], now: Date): Calendar {
  return calendarOf(now, timeZone, billingCycleAt(now, cycleAnchorDay, timeZone).start)
}

/** Removes what an interrupted load left. Only the demo's own root company is ever cleared, and only without accounts. */
async function clearHalfLoaded(db: Database): Promise<void> {
  const { rows } = await sql<{ half: boolean }>`
    SELECT NOT EXISTS (SELECT FROM users)
      AND EXISTS (
        SELECT FROM companies WHERE company_id = 1 AND business_name = ${DEMO_COMPANIES[0]?.businessName ?? ''}
      ) AS half`.execute(db)
  if (!rows[0]?.half) return
  await sql`
    TRUNCATE companies, plans, apns, sim_registry, sims, sim_live, sim_events, data_sessions, usage_days, usage_day_tallies, connected_samples, sim_tallies, fleet_tallies,
      plan_usage_tallies, charges, charge_lines, charge_sums, charge_terms, late_usage, popups, imports, audit_log, alarm_notices, categories,
      brands, pictures CASCADE`.execute(db)
  await sql`UPDATE document_series SET last_number = 0`.execute(db)
}

const QUARTER_MS = 15 * MINUTE_MS

const HEADERS = [
  'ICC',
  'IMSI',
  'MSISDN',
  'IMEI',
  'Empresa',
  'Plan',
  'APN',
  'Dispositivo',
  'Fabricante',
  'Modelo',
  'Estado',
  'Fecha de activación',
  'Etiqueta',
  'Nota',
]

/** The deliveries of SIMs over the years, each an inventory file that goes through the importer as of its day. */
async function importSims(
  pool: Pool,
  db: Database,
  sims: readonly DemoSim[],
  { now, progress, cut }: { now: Date; progress: (text: string) => void; cut: AbortSignal },
): Promise<void> {
  const mapping = matchHeaders(HEADERS)
  for (const [index, daysAgo] of DELIVERIES.entries()) {
    cut.throwIfAborted()
    const delivered = sims.filter((sim) => sim.boughtDaysAgo === daysAgo)
    const day = new Date(now.getTime() - daysAgo * DAY_MS)
    const fileName = `entrega-${index + 1}.csv`
    const importId = await createImport(db, IMPORTER, { fileName, fileBytes: 0, format: { kind: 'demo' }, mapping }, day)
    const source = { headerLine: 0, totalBytes: delivered.length, batches: () => inventoryBatches(delivered, now) }
    const step = `SIMs, delivery ${index + 1} of ${DELIVERIES.length}`
    progress(step)
    await checkImport({ pool, db, clock: () => now }, importId, source, { mapping })
    await applyImport({ pool, db, clock: () => day }, importId, {
      mode: 'all',
      who: IMPORTER,
      onProgress: ({ phase, done, of }) => phase === 'writing' && progress(`${step}, ${done} of ${of}`),
    })
  }
}

async function* inventoryBatches(sims: readonly DemoSim[], now: Date): AsyncGenerator<TableBatch> {
  const size = 2_000
  for (let start = 0; start < sims.length; start += size) {
    const rows = sims
      .slice(start, start + size)
      .map((sim, index) => ({ line: start + index + 1, cells: inventoryCells(sim, now) }))
    yield { rows, bytesRead: start + rows.length }
  }
}

function inventoryCells(sim: DemoSim, now: Date): string[] {
  const activated =
    sim.activatedDaysAgo === undefined
      ? ''
      : `${new Date(now.getTime() - sim.activatedDaysAgo * DAY_MS).toISOString().slice(0, 19)}Z`
  return [
    sim.iccid,
    sim.imsi,
    sim.msisdn,
    sim.imei,
    String(sim.companyId),
    sim.planCode,
    String(sim.apnId),
    sim.device,
    sim.manufacturer,
    sim.model,
    String(sim.status),
    activated,
    sim.label,
    sim.note,
  ]
}

async function createWaitingTables(db: Database): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.table(WAITING_LIVE)}, ${sql.table(WAITING_STATUS)}`.execute(db)
  await sql`CREATE UNLOGGED TABLE ${sql.table(WAITING_LIVE)} AS SELECT * FROM sim_live LIMIT 0`.execute(db)
  await sql`
    CREATE UNLOGGED TABLE ${sql.table(WAITING_STATUS)} AS
    SELECT company_id, iccid, status_since, status_reason, status_actor, previous_status, target_status
    FROM sims LIMIT 0`.execute(db)
}

/** The present of every SIM, its counts and the sums of pools, in one transaction. */
async function writePresent(db: Database, now: Date): Promise<void> {
  const columns = LIVE_COLUMNS.split(', ').filter((column) => column !== 'company_id' && column !== 'iccid')
  await db.transaction().execute(async (trx) => {
    await addTallies(trx, tallyRows(sql`true`, -1))
    await sql`
      UPDATE sim_live l SET ${sql.join(columns.map((column) => sql`${sql.ref(column)} = w.${sql.ref(column)}`))}
      FROM ${sql.table(WAITING_LIVE)} w WHERE w.company_id = l.company_id AND w.iccid = l.iccid`.execute(trx)
    await writeStatusStories(trx)
    await addTallies(trx, tallyRows(sql`true`, 1))
    await foldTallies(trx)
    const companies = DEMO_COMPANIES.map(({ id }) => id)
    await refreshPlanUsage(trx, companies)
    await writeFleetCurves(trx, now)
    await sql`DROP TABLE ${sql.table(WAITING_LIVE)}, ${sql.table(WAITING_STATUS)}`.execute(trx)
  })
}

/** From -1 at four in the morning to 1 at four in the afternoon, in Chile. */
const waveAt = (at: RawBuilder<unknown>) => sql`cos(2 * pi() * (extract(epoch FROM ${at}) / 3600 - 19) / 24)`

/** Days of the fleet, and a day of connected SIMs. */
async function writeFleetCurves(trx: DatabaseTransaction, now: Date): Promise<void> {
  await sql`
    WITH days AS (SELECT company_id, day, sum(data_bytes)::bigint AS data_bytes FROM usage_days GROUP BY 1, 2)
    INSERT INTO usage_day_tallies (company_id, day, data_bytes) SELECT company_id, day, data_bytes FROM days`.execute(trx)
  const last = new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS)
  await sql`
    WITH connected AS (
      SELECT company_id, sum(sims) AS sims FROM sim_tallies
      WHERE administrative_status = ${ADMINISTRATIVE_STATUS.active} AND gprs_status = ${GPRS_STATUS.activated} GROUP BY 1
    ), samples AS (
      SELECT company_id, sims, ${last}::timestamptz - n * interval '15 minutes' AS at FROM connected CROSS JOIN generate_series(1, 96) n
    )
    INSERT INTO connected_samples (company_id, at, sims)
    SELECT company_id, at, (sims * (1 + 0.02 * (${waveAt(sql`at`)} - ${waveAt(sql`${last}::timestamptz`)})))::int
    FROM samples`.execute(trx)
}

/** How the SIMs that are neither new nor active came to their status. */
async function writeStatusStories(trx: DatabaseTransaction): Promise<void> {
  await sql`
    UPDATE sims s SET status_since = w.status_since, status_reason = w.status_reason, status_actor = w.status_actor,
      previous_status = w.previous_status, target_status = w.target_status
    FROM ${sql.table(WAITING_STATUS)} w
    WHERE w.company_id = s.company_id AND w.iccid = s.iccid AND s.administrative_status NOT IN (1, 2)`.execute(trx)
}
