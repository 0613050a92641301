import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { massHibernation, massReactivation } from '#contract/operations/mass-actions.calls.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { ITEM_STATES } from '#domain/operations.ts'
import type { Database } from '#server/db/database.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { insertSimTexts } from '#server/records/sim-copies.ts'
import { COMPANIES } from './fleet.ts'
import { loseMachine } from './lose-machine.ts'
import type { Portal } from './portal.ts'
import { COMPILED } from './server-process.ts'
import { shareOf } from './share.ts'

/** SIMs that each run hibernates and brings back: more than two batches of 256. */
export const FAULT_SIMS = shareOf(600, 2_000)

/** A network that refuses, delays, loses commands and answers, and confirms some later, some never. */
export const HARD_TIMES = {
  faults: {
    seed: 7,
    latencyMs: [0, 20],
    refuse: 0.04,
    throttle: 0.02,
    lose: 0.02,
    silence: 0.02,
    halfAnswer: 0.02,
    accept: 0.3,
    confirmAfterMs: [10, 400],
    refuseLater: 0.05,
    repeatEvents: 0.2,
    repeatAfterMs: [0, 200],
  },
}

/** Longer than the network takes for an answer, and no longer than a test can wait for, over and over. */
const ASK_AFTER_MS = 400

/** What was wrong after a run; all of it must be empty. */
export interface FaultRunResult {
  readonly kills: number
  readonly succeeded: number
  readonly failed: number
  readonly wrong: readonly string[]
}

/** Puts active SIMs of a plan of their own into Andes' fleet, and makes its network hard. */
export async function prepareFaults({ db, services, clock }: Portal): Promise<void> {
  const plan = { plan_code: 'FAULT', name: 'Fault', data_mb: 1, origin_id: 1, sim_type_id: 2, price_minor: 1 }
  await insertPlans(db, [plan])
  const iccids = Array.from({ length: FAULT_SIMS }, (_, n) => {
    const digits = `895603077${String(n).padStart(10, '0')}`
    return digits + luhnDigit(digits)
  })
  const company = COMPANIES.andes
  await sql`INSERT INTO sim_registry SELECT iccid, ${company} FROM unnest(${iccids}::text[]) AS u(iccid)`.execute(db)
  await sql`
    INSERT INTO sims (company_id, iccid, origin_id, sim_type_id, plan_code, apn_id, technical_status, administrative_status, status_since, created_at)
    SELECT ${company}, iccid, 1, 2, 'FAULT', 1, 4, 2, ${clock.now}, ${clock.now} FROM unnest(${iccids}::text[]) AS u(iccid)`.execute(
    db,
  )
  await addLiveRows(db, company)
  await insertSimTexts(db, sql`s.company_id = ${company} AND s.plan_code = 'FAULT'`)
  await db
    .updateTable('networks')
    .set({
      settings: JSON.stringify(HARD_TIMES),
      timeout_ms: 300,
      max_attempts: 2,
      max_in_flight: 256,
      ask_after_ms: ASK_AFTER_MS,
    })
    .execute()
  await services.networks.reload()
}

/** Their live rows, as those of the fleet's other SIMs. */
async function addLiveRows(db: Database, company: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT a.attname AS name FROM pg_attribute a WHERE a.attrelid = 'sim_live'::regclass AND a.attnum > 0 AND a.attgenerated = ''
      AND EXISTS (SELECT FROM pg_attribute s WHERE s.attrelid = 'sims'::regclass AND s.attname = a.attname)`.execute(db)
  const shared = sql.join(rows.map(({ name }) => sql.ref(name)))
  await sql`
    WITH added AS (SELECT ${shared} FROM sims WHERE company_id = ${company} AND plan_code = 'FAULT')
    INSERT INTO sim_live (${shared}, usage_day, cycle_start, updated_at)
    SELECT ${shared}, current_date, current_date, now() FROM added`.execute(db)
  await sql`
    INSERT INTO sim_tallies (company_id, administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id, sims)
    VALUES (${company}, 2, 0, 1, 2, 'FAULT', 1, ${FAULT_SIMS})`.execute(db)
}

/** One run: everything is hibernated and brought back, while workers are killed at random moments. */
export async function faultRun(portal: Portal, random: () => number): Promise<FaultRunResult> {
  const down = await underFire(portal, massHibernation, 2, random)
  const up = await underFire(portal, massReactivation, 11, random)
  return {
    kills: down.kills + up.kills,
    succeeded: down.succeeded + up.succeeded,
    failed: down.failed + up.failed,
    wrong: [...down.wrong, ...up.wrong],
  }
}

async function underFire(
  portal: Portal,
  call: typeof massHibernation,
  from: number,
  random: () => number,
): Promise<FaultRunResult> {
  portal.clock.now = new Date()
  const before = await lastEffect(portal)
  const filter = { planCodes: ['FAULT'], administrativeStatusIds: [from] }
  const { operationId } = await portal.data(call, 'ana', { body: { filter } })
  const killer = await killUntilDone(portal, operationId, random)
  return { ...killer, ...(await judge(portal, operationId, before)) }
}

const lastEffect = async ({ services }: Portal): Promise<number> => {
  const { rows } = await services.pool.query('SELECT coalesce(max(effect_id), 0)::int AS id FROM simulated_network.effects')
  return Number(rows[0]?.id)
}

const PROGRAM = join(import.meta.dirname, 'operations-worker.ts')

/** Processes that wait for the word to begin; starting one takes longer than much of what it does. */
const standBy: ChildProcess[] = []
const STAND_BY = 2

function readyWorker(connectionString: string): ChildProcess {
  const env = { ...process.env, ...COMPILED }
  const child = spawn(process.execPath, [PROGRAM, connectionString], { stdio: ['pipe', 'pipe', 'inherit'], env })
  child.stdin.on('error', () => undefined)
  return child
}

async function startWorker(connectionString: string): Promise<ChildProcess> {
  while (standBy.length <= STAND_BY) standBy.push(readyWorker(connectionString))
  const child = standBy.shift() ?? readyWorker(connectionString)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the worker ended with ${code} before it began`)
  })
  ended.catch(() => undefined)
  child.stdin?.write('begin\n')
  await Promise.race([ended, untilWorking(child)])
  return child
}

async function untilWorking(child: ChildProcess): Promise<void> {
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('working')) return
}

/** Ends the processes that were never needed. */
export async function endStandBy(): Promise<void> {
  for (const child of standBy.splice(0)) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** Kills of one operation; then a worker may finish in peace. */
const KILLS = 2

async function killUntilDone(portal: Portal, operationId: number, random: () => number): Promise<{ kills: number }> {
  const connectionString = portal.services.pool.options.connectionString ?? ''
  let kills = 0
  for (;;) {
    const worker = await startWorker(connectionString)
    const timeoutMs = kills < KILLS ? 20 + random() * 600 : 150_000
    const lost = kills < KILLS ? loseMachine() : undefined
    const isDone = await waitForEnd(portal, operationId, timeoutMs)
    await lost
    if (worker.exitCode !== null) throw new Error(`the worker ended by itself with ${worker.exitCode}`)
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    if (isDone) return { kills }
    kills += 1
    if (kills > KILLS)
      throw new Error(`operation ${operationId} does not end: ${JSON.stringify(await countsOf(portal, operationId))}`)
  }
}

const countsOf = ({ db }: Portal, operationId: number) =>
  db
    .selectFrom('operations')
    .selectAll()
    .where('company_id', '=', COMPANIES.andes)
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow()

async function waitForEnd(portal: Portal, operationId: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (await hasEnded(portal, operationId)) return true
    await sleep(Math.min(25, Math.max(end - performance.now(), 0)))
  }
  return await hasEnded(portal, operationId)
}

/** False also while a machine is away. */
async function hasEnded(portal: Portal, operationId: number): Promise<boolean> {
  try {
    return (await countsOf(portal, operationId)).state === 'finished'
  } catch (error) {
    if (isDatabaseAway(error)) return false
    throw error
  }
}

/** Compares lines, SIMs, counts, slots, tallies and what took effect at the network. */
async function judge(portal: Portal, operationId: number, firstEffect: number): Promise<Omit<FaultRunResult, 'kills'>> {
  const row = await countsOf(portal, operationId)
  const wrong: string[] = []
  const sum = ITEM_STATES.reduce((total, state) => total + row[state], 0)
  if (sum !== row.total || row.pending + row.running > 0) wrong.push(`counts ${JSON.stringify(row)}`)
  const check = async (name: string, query: string, values: unknown[]): Promise<void> => {
    const { rows } = await portal.services.pool.query(query, values)
    if (rows.length > 0) wrong.push(`${name}: ${JSON.stringify(rows.slice(0, 3))} (${rows.length})`)
  }
  const target = row.kind === 'hibernate' ? { status: 11, state: 'suspended' } : { status: 2, state: 'active' }
  await check(
    'lines that are not what the SIM and the network are',
    `SELECT i.iccid, i.state, i.code, s.administrative_status, n.state AS network FROM operation_items i
     JOIN sims s ON s.company_id = i.sim_company_id AND s.iccid = i.iccid JOIN simulated_network.sims n ON n.iccid = i.iccid
     WHERE i.company_id = $1 AND i.operation_id = $2 AND (i.state NOT IN ('succeeded', 'failed')
       OR (i.state = 'succeeded') <> (s.administrative_status = $3) OR (i.state = 'succeeded') <> (n.state = $4) OR n.pending IS NOT NULL)`,
    [COMPANIES.andes, operationId, target.status, target.state],
  )
  await check(
    'counts that are not those of the lines',
    `SELECT i.state, count(*) FROM operation_items i JOIN operations o USING (company_id, operation_id) WHERE i.company_id = $1 AND i.operation_id = $2
     GROUP BY i.state, o.succeeded, o.failed HAVING count(*) <> CASE i.state WHEN 'succeeded' THEN o.succeeded ELSE o.failed END`,
    [COMPANIES.andes, operationId],
  )
  await check(
    'effects that came twice',
    `SELECT iccid, kind, count(*) FROM simulated_network.effects WHERE effect_id > $1 AND kind IN ('suspended', 'resumed')
     GROUP BY iccid, kind HAVING count(*) > 1`,
    [firstEffect],
  )
  await check('slots left over', 'SELECT * FROM open_changes WHERE operation_id = $1', [operationId])
  await check(
    'tallies',
    `SELECT administrative_status, sum(sims) FROM sim_tallies WHERE plan_code = 'FAULT' GROUP BY 1 HAVING sum(sims) <> 0
     EXCEPT SELECT administrative_status, count(*) FROM sims WHERE plan_code = 'FAULT' GROUP BY 1`,
    [],
  )
  return { succeeded: row.succeeded, failed: row.failed, wrong }
}
