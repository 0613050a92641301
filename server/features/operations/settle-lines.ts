import { sql } from 'kysely'
import { expectedState } from '#domain/sim-lifecycle.ts'
import { retryDeadlock } from '../../db/retry-deadlock.ts'
import { NetworkFault } from '../../networks/network.ts'
import type { NetworkEvent } from '../../networks/network-events.ts'
import type { NetworkView } from '../../networks/network-types.ts'
import { contextOf, requestIdOf, type WorkServices } from './before-sending.ts'
import { stateWanted, workOf } from './operation-kinds.ts'
import { notifyDue, type OperationRow, readOperation } from './operation-row.ts'
import {
  doneOutcome,
  failedOutcome,
  type Outcome,
  outcomeOfAnswer,
  outcomeOfNoView,
  outcomeOfView,
  outcomeWithoutView,
  type TakenLine,
} from './outcomes.ts'
import { type AskedLine, busyWorkers, dropLines, freeLines, takeNamed, takeUnsettled } from './take-lines.ts'
import { ASK_AFTER_FAULT_MS, BATCH_LINES } from './timing.ts'
import { deadWorkers, identityOf } from './worker-identity.ts'
import { writeOutcomes } from './write-outcomes.ts'

/** Lines of processes that died go back into nobody's hands; answers how many processes that were. */
export async function freeDeadWorkers({ db, pool, clock }: WorkServices): Promise<number> {
  const dead = await deadWorkers(pool, await busyWorkers(db))
  if (dead.length > 0) await freeLines(db, dead, clock())
  return dead.length
}

/**
 * Asks the networks for the truth about lines that were sent and not settled: no answer came, what was accepted was not confirmed,
 * or the process that sent them died. Nothing is repeated before a look-up said that it was not carried out.
 * @returns how many lines were asked about
 */
export async function settleLines(services: WorkServices): Promise<number> {
  const { workerId } = await identityOf(services.pool)
  const taken = await takeUnsettled(services.db, { workerId, limit: BATCH_LINES, now: services.clock() })
  await settleByOperation(services, taken, workerId, async (operation, line) => askAbout(services, operation, line))
  return taken.length
}

async function askAbout(services: WorkServices, operation: OperationRow, taken: TakenLine): Promise<Outcome> {
  const { kind } = operation
  const network = services.networks.find(taken.network)
  // what is done in our own transaction was not done, or the line would say so
  if (workOf(kind).does === 'nothing' || taken.phase === 'request' || taken.phase === 'withdraw')
    return again(taken, services.clock())
  if (!network || !taken.sim)
    return failedOutcome(taken, { kind, now: services.clock() }, { code: 'no_network', retryable: true })
  const context = () => contextOf(services, kind, network)
  if (workOf(kind).does !== 'status') return outcomeWithoutView(taken, context())
  const sim = { iccid: taken.iccid, imsi: taken.sim.imsi, msisdn: taken.sim.msisdn }
  try {
    return outcomeOfView(taken, await network.lookup(sim), context())
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return error.isTransient
      ? outcomeOfNoView(taken, context())
      : failedOutcome(taken, context(), { code: 'rejected', text: error.message, retryable: false })
  }
}

const again = (taken: TakenLine, now: Date): Outcome => ({
  ...doneOutcome(taken, { kind: 'custom', now }),
  state: 'pending',
  event: null,
})

/** Judges lines of several operations, and writes each operation's together. */
async function settleByOperation(
  services: WorkServices,
  taken: readonly AskedLine[],
  workerId: number,
  judge: (operation: OperationRow, line: AskedLine) => Promise<Outcome>,
): Promise<void> {
  for (const lines of Map.groupBy(taken, ({ companyId, operationId }) => `${companyId}:${operationId}`).values()) {
    const [first] = lines
    const operation = first && (await readOperation(services.db, first))
    if (!operation) continue
    try {
      const written = await Promise.all(lines.map(async (line) => ({ taken: line, outcome: await judge(operation, line) })))
      await writeOutcomes(services, operation, written, { workerId, now: services.clock() })
      if (written.some(({ outcome }) => outcome.state === 'pending')) await notifyDue(services.db, operation)
    } catch (error) {
      const numbers = lines.map(({ line }) => line)
      await dropLines(services.db, operation, numbers, {
        workerId,
        now: new Date(services.clock().getTime() + ASK_AFTER_FAULT_MS),
      })
      throw error
    }
  }
}

/**
 * Takes in what networks say of changes of state: they settle the lines that wait for them. What a network says of a SIM for
 * which nothing is under way, and which is not what we hold, is kept as drift.
 */
export async function confirmFromEvents(services: WorkServices, events: readonly NetworkEvent[]): Promise<void> {
  const told = new Map<string, Told>()
  for (const event of events) {
    if (event.kind === 'stateConfirmed' || event.kind === 'commandRefused') told.set(event.iccid, event)
  }
  if (told.size === 0) return
  const { workerId } = await identityOf(services.pool)
  const taken = await retryDeadlock(() => takeNamed(services.db, [...told.keys()], { workerId, now: services.clock() }))
  await settleByOperation(services, taken, workerId, async (operation, line) => {
    const event = told.get(line.iccid)
    return (event && outcomeOfEvent(services, operation, line, event)) ?? askAbout(services, operation, line)
  })
  await noteDrift(services, [...told.values()])
}

type Told = Extract<NetworkEvent, { kind: 'stateConfirmed' | 'commandRefused' }>

/**
 * Whether an event speaks of what the line asked for last. Events come late and again: the refusal of a line's first run may
 * arrive when its second one is already accepted.
 */
function isAbout(operation: OperationRow, taken: TakenLine, { requestId, reference, at }: Told): boolean {
  if (requestId !== '') return requestId === requestIdOf(operation, taken)
  if (reference !== '' && taken.reference) return reference === taken.reference
  return at >= taken.updatedAt
}

/** What an event makes of a line; undefined when it is about something else, and the truth must be asked for. */
function outcomeOfEvent(services: WorkServices, operation: OperationRow, taken: TakenLine, event: Told): Outcome | undefined {
  if (!isAbout(operation, taken, event)) return undefined
  const { kind } = operation
  const network = services.networks.find(taken.network)
  const work = workOf(kind)
  if (!network || work.does !== 'status') return undefined
  const context = contextOf(services, kind, network)
  if (event.kind === 'stateConfirmed') return event.state === stateWanted(kind) ? doneOutcome(taken, context) : undefined
  if (work.command !== event.command) return undefined
  return outcomeOfAnswer(
    { ...taken, reference: taken.reference ?? event.reference },
    {
      kind: 'rejected',
      cause: event.cause === 'unreachable' ? 'network_error' : event.cause,
      text: event.text,
      retryable: false,
    },
    context,
  )
}

/** Notes SIMs that are not what the network says, while nothing of ours is under way for them; settles those that agree again. */
async function noteDrift({ db, clock }: WorkServices, told: readonly Told[]): Promise<void> {
  const states = told.flatMap((event) => (event.kind === 'stateConfirmed' ? [{ iccid: event.iccid, state: event.state }] : []))
  if (states.length === 0) return
  const { rows } = await sql<{ companyId: number; iccid: string; status: number; isKnown: boolean }>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS status, EXISTS (
        SELECT FROM sim_drifts d WHERE d.company_id = s.company_id AND d.iccid = s.iccid AND d.settled_at IS NULL) AS "isKnown"
    FROM sim_registry r JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    WHERE r.iccid = ANY(${states.map(({ iccid }) => iccid)}::text[])
      AND NOT EXISTS (SELECT FROM open_changes c WHERE c.company_id = r.company_id AND c.iccid = r.iccid)
      AND NOT EXISTS (SELECT FROM network_orders o WHERE o.company_id = r.company_id AND o.iccid = r.iccid)`.execute(db)
  const said = new Map<string, NetworkView['state']>(states.map(({ iccid, state }) => [iccid, state]))
  for (const { companyId, iccid, status, isKnown } of rows) {
    const expected = expectedState(status)
    const state = said.get(iccid)
    if (expected === undefined || state === undefined || state === 'unrecognised') continue
    // nearly always both agree and nothing was wrong before: then nothing is written
    if (isKnown) await settleDrift(db, companyId, iccid, clock())
    if (state !== expected) await keepDrift(db, { companyId, iccid, status, state, now: clock() })
  }
}

async function settleDrift(db: WorkServices['db'], companyId: number, iccid: string, now: Date): Promise<void> {
  await db
    .updateTable('sim_drifts')
    .set({ settled_at: now })
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .where('settled_at', 'is', null)
    .execute()
}

interface Drift {
  readonly companyId: number
  readonly iccid: string
  readonly status: number
  readonly state: string
  readonly now: Date
}

async function keepDrift(db: WorkServices['db'], { companyId, iccid, status, state, now }: Drift): Promise<void> {
  await db
    .insertInto('sim_drifts')
    .values({ company_id: companyId, iccid, administrative_status: status, network_state: state, found_at: now })
    .execute()
}
