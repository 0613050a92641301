import { sql } from 'kysely'
import { expectedState } from '#domain/sim-lifecycle.ts'
import { inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { retryDeadlock } from '#server/db/retry-deadlock.ts'
import { deadWorkers, workerIdentityOf } from '#server/db/worker-identity.ts'
import { NetworkFault } from '#server/networks/network.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import type { NetworkView } from '#server/networks/network-types.ts'
import { type DriftReport, recordDrifts, settleStateDrift } from '#server/records/sim-drifts.ts'
import { networkContextOf, requestIdOf, type WorkServices } from './before-sending.ts'
import { planChanges } from './change-plans.ts'
import {
  claimLinesOfSims,
  claimUnsettled,
  releaseLines,
  releaseLinesOfWorkers,
  type UnsettledLine,
  workersWithLines,
} from './claim-lines.ts'
import { asksNetwork, isLookedUp, targetNetworkState, workOf } from './operation-kinds.ts'
import { notifyDue, type OperationRow, readOperation } from './operation-row.ts'
import {
  type ClaimedLine,
  doneOutcome,
  failedOutcome,
  type LineOutcome,
  networkSimOf,
  outcomeOfAnswer,
  outcomeOfFailedLookup,
  outcomeOfLookup,
  outcomeWithoutLookup,
} from './outcomes.ts'
import { BATCH_LINES, LOOKUP_AFTER_FAULT_MS } from './timing.ts'
import { writeOutcomes } from './write-outcomes.ts'

/**
 * Releases the lines of dead processes.
 * @returns the number of dead processes
 */
export async function releaseDeadWorkers({ db, pool, clock }: WorkServices): Promise<number> {
  const dead = await deadWorkers(pool, await workersWithLines(db))
  if (dead.length > 0) await releaseLinesOfWorkers(db, dead, clock())
  return dead.length
}

/**
 * Looks up lines at their networks that were sent and not settled: no answer came, an accepted command was not confirmed, or the
 * sending process died. Nothing is repeated before a look-up said that it was not carried out.
 * @returns the number of lines
 */
export async function settleLines(services: WorkServices): Promise<number> {
  const { workerId } = await workerIdentityOf(services.pool)
  const claimed = await claimUnsettled(services.db, { workerId, limit: BATCH_LINES, now: services.clock() })
  await settleByOperation(services, claimed, workerId, async (operation, line) => lookUpOutcome(services, operation, line))
  return claimed.length
}

async function lookUpOutcome(services: WorkServices, operation: OperationRow, claimed: ClaimedLine): Promise<LineOutcome> {
  const { kind } = operation
  const network = services.networks.find(claimed.network)
  // local work commits together with its line: an open line was not done
  if (!asksNetwork(operation) || claimed.phase === 'request' || claimed.phase === 'withdraw')
    return sendAgainOutcome(claimed, services.clock())
  const sim = networkSimOf(claimed)
  if (!network || !sim) return failedOutcome(claimed, { kind, now: services.clock() }, { code: 'no_network', retryable: true })
  const context = () => networkContextOf(services, operation, network)
  if (!isLookedUp(operation)) return outcomeWithoutLookup(claimed, context())
  try {
    return outcomeOfLookup(claimed, await network.lookup(sim), context())
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return error.isTransient
      ? outcomeOfFailedLookup(claimed, context())
      : failedOutcome(claimed, context(), { code: 'rejected', text: error.message, retryable: false })
  }
}

const sendAgainOutcome = (claimed: ClaimedLine, now: Date): LineOutcome => ({
  ...doneOutcome(claimed, { kind: 'custom', now }),
  state: 'pending',
  event: null,
})

type Judge = (operation: OperationRow, line: UnsettledLine) => Promise<LineOutcome>

/**
 * Determines outcomes for lines of several operations, and writes them per operation: all are claimed by now, so that the failure of one
 * operation must not keep the lines of the others.
 * @throws AggregateError the failures, once all operations are done
 */
async function settleByOperation(
  services: WorkServices,
  claimed: readonly UnsettledLine[],
  workerId: number,
  judge: Judge,
): Promise<void> {
  const failures: unknown[] = []
  for (const lines of Map.groupBy(claimed, ({ companyId, operationId }) => `${companyId}:${operationId}`).values())
    await settleOrRelease(services, { lines, workerId, judge }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'lines could not be settled')
}

/** Lines of one operation: when they cannot be written they are released, and looked up later. */
async function settleOrRelease(services: WorkServices, { lines, workerId, judge }: Settling): Promise<void> {
  const [first] = lines
  if (!first) return
  try {
    const operation = await readOperation(services.db, first)
    if (operation) await settleLinesOf(services, operation, { lines, workerId, judge })
  } catch (error) {
    const numbers = lines.map(({ line }) => line)
    const dueAt = new Date(services.clock().getTime() + LOOKUP_AFTER_FAULT_MS)
    await releaseLines(services.db, first, numbers, { workerId, now: dueAt })
    throw error
  }
}

interface Settling {
  readonly lines: readonly UnsettledLine[]
  readonly workerId: number
  readonly judge: Judge
}

async function settleLinesOf(
  services: WorkServices,
  operation: OperationRow,
  { lines, workerId, judge }: Settling,
): Promise<void> {
  const written = await Promise.all(lines.map(async (line) => ({ claimed: line, outcome: await judge(operation, line) })))
  const now = services.clock()
  await writeOutcomes(services, operation, written, { workerId, now, alongside: planChanges(operation, now) })
  if (written.some(({ outcome }) => outcome.state === 'pending')) await notifyDue(services.db, operation)
}

/**
 * Settles lines by networks' confirmation events. A state that differs from ours, with no change open for the SIM, is recorded as
 * drift.
 */
export async function confirmFromEvents(services: WorkServices, events: readonly NetworkEvent[]): Promise<void> {
  const eventOfSim = new Map<string, ConfirmationEvent>()
  for (const event of events)
    if (event.kind === 'stateConfirmed' || event.kind === 'commandRefused') eventOfSim.set(event.iccid, event)
  if (eventOfSim.size === 0) return
  const { workerId } = await workerIdentityOf(services.pool)
  const claimed = await retryDeadlock(() =>
    claimLinesOfSims(services.db, [...eventOfSim.keys()], { workerId, now: services.clock() }),
  )
  await settleByOperation(services, claimed, workerId, async (operation, line) => {
    const event = eventOfSim.get(line.iccid)
    return (event && outcomeOfEvent(services, operation, line, event)) ?? lookUpOutcome(services, operation, line)
  })
  await recordDrift(services, [...eventOfSim.values()])
}

type ConfirmationEvent = Extract<NetworkEvent, { kind: 'stateConfirmed' | 'commandRefused' }>

/**
 * Whether an event concerns the line's last request. Events may be late or repeated: the rejection of a line's first run may arrive
 * when its second one is already accepted.
 */
function concerns(operation: OperationRow, claimed: ClaimedLine, { requestId, reference, at }: ConfirmationEvent): boolean {
  if (requestId !== '') return requestId === requestIdOf(operation, claimed)
  if (reference !== '' && claimed.reference) return reference === claimed.reference
  return at >= claimed.updatedAt
}

/** The outcome of an event for a line; undefined when it concerns another request, and a look-up is needed. */
function outcomeOfEvent(
  services: WorkServices,
  operation: OperationRow,
  claimed: ClaimedLine,
  event: ConfirmationEvent,
): LineOutcome | undefined {
  if (!concerns(operation, claimed, event)) return undefined
  const { kind } = operation
  const network = services.networks.find(claimed.network)
  const work = workOf(kind)
  if (!network || work.does !== 'status') return undefined
  const context = networkContextOf(services, operation, network)
  if (event.kind === 'stateConfirmed')
    return event.state === targetNetworkState(kind) ? doneOutcome(claimed, context) : undefined
  if (work.command !== event.command) return undefined
  const cause = event.cause === 'unreachable' ? 'network_error' : event.cause
  const answer = { kind: 'rejected', cause, text: event.text, retryable: false } as const
  return outcomeOfAnswer({ ...claimed, reference: claimed.reference ?? event.reference }, answer, context)
}

/** Records SIMs whose state at the network differs, while no change of ours is open; settles differences of those that agree again. */
async function recordDrift({ db, clock }: WorkServices, events: readonly ConfirmationEvent[]): Promise<void> {
  const states = events.flatMap((event) =>
    event.kind === 'stateConfirmed' ? [{ iccid: event.iccid, state: event.state }] : [],
  )
  if (states.length === 0) return
  const { rows } = await sql<{ companyId: number; iccid: string; status: number; isKnown: boolean }>`
    SELECT s.company_id AS "companyId", s.iccid, s.administrative_status AS status, EXISTS (
        SELECT FROM sim_drifts d WHERE d.company_id = s.company_id AND d.iccid = s.iccid AND d.settled_at IS NULL) AS "isKnown"
    FROM sim_registry r JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid
    WHERE r.iccid = ANY(${states.map(({ iccid }) => iccid)}::text[])
      AND NOT EXISTS (SELECT FROM open_changes c WHERE c.company_id = r.company_id AND c.iccid = r.iccid)
      AND NOT EXISTS (SELECT FROM network_orders o WHERE o.company_id = r.company_id AND o.iccid = r.iccid)`.execute(db)
  const stateOfSim = new Map<string, NetworkView['state']>(states.map(({ iccid, state }) => [iccid, state]))
  const reports = rows.flatMap(({ isKnown, ...sim }) => {
    const expected = expectedState(sim.status)
    const state = stateOfSim.get(sim.iccid)
    if (expected === undefined || state === undefined || state === 'unrecognised') return []
    const agrees = state === expected
    // nearly always both agree and no drift was open: then nothing is written
    return agrees && !isKnown ? [] : [{ ...sim, state, agrees }]
  })
  if (reports.length > 0) await retryDeadlock(() => inTransaction({ db }, (trx) => writeDrifts(trx, reports, clock())))
}

interface StateReport extends Pick<DriftReport, 'companyId' | 'iccid' | 'status' | 'state'> {
  readonly agrees: boolean
}

async function writeDrifts(trx: DatabaseTransaction, reports: readonly StateReport[], now: Date): Promise<void> {
  const differing = reports.flatMap(({ agrees, ...report }) => (agrees ? [] : [{ ...report, problem: null, text: '' }]))
  await recordDrifts(trx, differing, now)
  for (const report of reports) if (report.agrees) await settleStateDrift(trx, report, now)
}
