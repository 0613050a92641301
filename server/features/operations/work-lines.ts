import { exclusionOf, type OperationKind } from '#domain/eligibility.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Services } from '../../context.ts'
import type { GuardedNetwork } from '../../networks/guarded-network.ts'
import type { Answer, Command, NetworkSim } from '../../networks/network.ts'
import { editCustomFields, requestOutcome, withdrawOutcome } from './local-work.ts'
import { moveSims } from './move-sims.ts'
import { workOf } from './operation-kinds.ts'
import type { OperationKey, OperationRow } from './operation-row.ts'
import { doneOutcome, failedOutcome, type NetworkContext, type Outcome, outcomeOfAnswer, type TakenLine } from './outcomes.ts'
import { reserveRestarts } from './restart-limit.ts'
import { dropLines } from './take-lines.ts'
import { type Written, writeOutcomes } from './write-outcomes.ts'

/** What work on lines needs; all of it lives as long as the process. */
export type WorkServices = Pick<Services, 'config' | 'pool' | 'db' | 'clock' | 'queue' | 'networks'>

interface WorkOptions {
  readonly workerId: number
  /** a person waits for it */
  readonly isUrgent: boolean
}

/** Validity of a message, seconds (domain: 24 hours by default). */
const SMS_VALIDITY_S = 86_400

/**
 * Does what the taken lines ask for, and writes what became of them. Where that fails here, the lines leave this process's hands
 * and are asked about: something may have reached the network.
 */
export async function workLines(
  services: WorkServices,
  operation: OperationRow,
  taken: readonly TakenLine[],
  options: WorkOptions,
): Promise<void> {
  try {
    await workAll(services, operation, taken, options)
  } catch (error) {
    const lines = taken.map(({ line }) => line)
    await dropLines(services.db, operation, lines, { workerId: options.workerId, now: services.clock() })
    throw error
  }
}

async function workAll(
  services: WorkServices,
  operation: OperationRow,
  taken: readonly TakenLine[],
  options: WorkOptions,
): Promise<void> {
  if (workOf(operation.kind).does === 'nothing') return workLocally(services, operation, taken, options)
  const refused =
    operation.kind === 'restart'
      ? await reserveRestarts(services, operation, taken, services.clock())
      : new Map<number, number>()
  const written = await Promise.all(
    taken.map(async (line): Promise<Written> => {
      if (refused.has(line.line)) {
        const text = String(refused.get(line.line))
        return { taken: line, outcome: failed(operation.kind, line, services.clock(), 'too_soon', { text, retryable: true }) }
      }
      return { taken: line, outcome: await workLine(services, operation, line, options) }
    }),
  )
  await writeOutcomes(services, operation, written, { workerId: options.workerId, now: services.clock() })
}

async function workLine(
  services: WorkServices,
  operation: OperationRow,
  taken: TakenLine,
  { isUrgent }: WorkOptions,
): Promise<Outcome> {
  const { kind } = operation
  const now = services.clock()
  if (taken.phase === 'withdraw') return withdrawOutcome(taken, now)
  const before = judgeAgain(kind, taken, now)
  if (before) return before
  if (taken.phase === 'request')
    return requestOutcome(taken, { now, coolingOffHours: services.config.TERMINATION_COOLING_OFF_HOURS })
  const network = services.networks.find(taken.network)
  if (!network || !taken.sim) return failed(kind, taken, now, 'no_network', { retryable: true })
  const sim = { iccid: taken.iccid, imsi: taken.sim.imsi, msisdn: taken.sim.msisdn }
  const answer = await send(network, sim, operation, { requestId: requestIdOf(operation, taken), isUrgent })
  return outcomeOfAnswer(taken, answer, contextOf(services, kind, network))
}

/** What a line's outcome depends on besides the network's word. */
export const contextOf = (services: WorkServices, kind: OperationKind, network: GuardedNetwork): NetworkContext => ({
  kind,
  now: services.clock(),
  remembersRequests: network.capabilities.remembersRequests,
  askAfterMs: network.askAfterMs,
})

/** Names a line's intent to the network: the same for each repetition, another one when it is asked for anew. */
export const requestIdOf = ({ companyId, operationId }: OperationKey, { line, run }: TakenLine): string =>
  `${companyId}-${operationId}-${line}-${run}`

function send(network: GuardedNetwork, sim: NetworkSim, { kind, parameters }: OperationRow, command: Command): Promise<Answer> {
  const work = workOf(kind)
  if (work.does === 'status') return network[work.command](sim, command)
  if (work.does === 'reset') return network.resetConnection(sim, command)
  const message = { text: parameters.message ?? '', reference: command.requestId, validitySeconds: SMS_VALIDITY_S }
  return network.sendSms(sim, message, command)
}

const failed = (
  kind: OperationKind,
  taken: TakenLine,
  now: Date,
  code: Parameters<typeof failedOutcome>[2]['code'],
  { text = '', retryable }: { text?: string; retryable: boolean },
): Outcome => failedOutcome(taken, { kind, now }, { code, text, retryable })

/** The rule once more, with the SIM as it is now: time has passed since the line was judged, and others change SIMs too. */
function judgeAgain(kind: OperationKind, taken: TakenLine, now: Date): Outcome | undefined {
  const { sim } = taken
  if (!sim) return failed(kind, taken, now, 'status_changed', { retryable: false })
  if (taken.phase === 'cooling') {
    const isAsked = sim.administrativeStatus === ADMINISTRATIVE_STATUS.terminationRequested
    return isAsked || taken.attempts > 2 ? undefined : failed(kind, taken, now, 'status_changed', { retryable: false })
  }
  // what was sent before is judged by what the network says of it
  if (taken.attempts > 1 || taken.run > 1) return undefined
  const why = exclusionOf(kind, { ...sim, openChange: null }, { canHibernate: true })
  if (why === undefined) return undefined
  if (why !== 'already_in_target') return failed(kind, taken, now, 'status_changed', { retryable: false })
  const done = doneOutcome(taken, { kind, now }, 'already_in_target')
  return { ...done, change: null, event: null }
}

async function workLocally(
  services: WorkServices,
  operation: OperationRow,
  taken: readonly TakenLine[],
  { workerId }: WorkOptions,
): Promise<void> {
  const now = services.clock()
  const context = { kind: operation.kind, now }
  const written = taken.map((line): Written => {
    const outcome = judgeAgain(operation.kind, line, now) ?? { ...doneOutcome(line, context), event: null }
    return { taken: line, outcome }
  })
  const runs = new Set(written.filter(({ outcome }) => outcome.state === 'succeeded').map(({ outcome }) => outcome.line))
  await writeOutcomes(services, operation, written, {
    workerId,
    now,
    alongside: async (trx, own) => {
      const lines = own.filter(({ line }) => runs.has(line))
      if (lines.length === 0) return
      if (operation.kind === 'custom') await editCustomFields(trx, operation, lines, now)
      else await moveSims(trx, operation, lines, now)
    },
  })
}
