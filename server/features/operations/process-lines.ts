import type { TargetPlan } from '#domain/eligibility.ts'
import { muteAlarms } from '#server/alarm-engine/revise-notices.ts'
import { inTransaction, type Services } from '#server/context.ts'
import { releaseBreaches } from '#server/lock-engine/release-breaches.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import type { Command, CommandAnswer } from '#server/networks/network.ts'
import type { NetworkSim } from '#server/networks/network-types.ts'
import { releaseFirings } from '#server/records/release-firings.ts'
import { inSpan, type SpanInfo } from '#server/tracing/spans.ts'
import {
  failLine,
  networkContextOf,
  recheckEligibility,
  recheckPlan,
  requestIdOf,
  type WorkOptions,
  type WorkServices,
} from './before-sending.ts'
import { planChanges } from './change-plans.ts'
import { releaseLines } from './claim-lines.ts'
import { diagnoseLines } from './diagnose-lines.ts'
import { requestOutcome, withdrawOutcome } from './local-work.ts'
import { workOf } from './operation-kinds.ts'
import type { OperationRow } from './operation-row.ts'
import { type ClaimedLine, type LineOutcome, networkSimOf, outcomeOfAnswer, simKeysOf } from './outcomes.ts'
import { reserveRestarts } from './restart-limit.ts'
import { sendMessages } from './send-messages.ts'
import { targetPlanOf } from './target-plan.ts'
import { writeOutcomes } from './write-outcomes.ts'

/**
 * Executes claimed lines of an operation that asks networks and writes their outcomes. When that fails here, the lines are released and
 * looked up: a command may have reached the network.
 */
export async function processLines(
  services: WorkServices,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  options: WorkOptions,
): Promise<void> {
  try {
    await processAll(services, operation, claimed, options)
  } catch (error) {
    const lines = claimed.map(({ line }) => line)
    await releaseLines(services.db, operation, lines, { workerId: options.workerId, now: services.clock() })
    throw error
  }
}

async function processAll(
  services: WorkServices,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  options: WorkOptions,
): Promise<void> {
  if (operation.kind === 'sms') return sendMessages(services, operation, claimed, options)
  if (operation.kind === 'diagnose') return diagnoseLines(services, operation, claimed, options.workerId)
  if (operation.kind === 'restoreData') await releaseHoldsOf(services, operation, claimed)
  const isRestart = operation.kind === 'restart'
  const refused = isRestart ? await reserveRestarts(services, operation, claimed, services.clock()) : undefined
  const target = await targetPlanOf(services.db, operation)
  const outcomeOf = (line: ClaimedLine): LineOutcome | Promise<LineOutcome> => {
    const seconds = refused?.get(line.line)
    if (seconds === undefined)
      return inSpan(spanOf(operation, line), () => processLine(services, { operation, target }, line, options))
    return failLine(operation.kind, line, services.clock(), 'too_soon', { text: String(seconds), retryable: true })
  }
  const written = await Promise.all(claimed.map(async (line) => ({ claimed: line, outcome: await outcomeOf(line) })))
  const now = services.clock()
  const { workerId } = options
  await writeOutcomes(services, operation, written, { workerId, now, alongside: planChanges(operation, now) })
}

const spanOf = ({ companyId, operationId }: OperationRow, { line }: ClaimedLine): SpanInfo => ({
  name: 'operation line',
  attributes: { 'enlace.company': companyId, 'enlace.operation': operationId, 'enlace.line': line },
})

async function processLine(
  services: WorkServices,
  { operation, target }: { operation: OperationRow; target: TargetPlan | undefined },
  claimed: ClaimedLine,
  { isUrgent }: WorkOptions,
): Promise<LineOutcome> {
  const { kind } = operation
  const now = services.clock()
  if (claimed.phase === 'withdraw') return withdrawOutcome(claimed, now)
  const before = recheckEligibility(kind, claimed, now) ?? (target && recheckPlan(target, claimed, now))
  if (before) return before
  if (claimed.phase === 'request')
    return requestOutcome(claimed, { now, coolingOffHours: services.config.TERMINATION_COOLING_OFF_HOURS })
  const network = services.networks.find(claimed.network)
  const sim = networkSimOf(claimed)
  if (!network || !sim) return failLine(kind, claimed, now, 'no_network', { retryable: true })
  const answer = await sendCommand(network, sim, operation, { requestId: requestIdOf(operation, claimed), isUrgent })
  return outcomeOfAnswer(claimed, answer, networkContextOf(services, operation, network))
}

function sendCommand(
  network: GuardedNetwork,
  sim: NetworkSim,
  { kind, parameters }: OperationRow,
  command: Command,
): Promise<CommandAnswer> {
  const work = workOf(kind)
  if (parameters.networkProfile !== undefined) return network.setProfile(sim, parameters.networkProfile, command)
  return work.does === 'status' ? network[work.command](sim, command) : network.resetConnection(sim, command)
}

/** Before their data is restored: the alarms, locks and rules that cut it would keep it cut. */
async function releaseHoldsOf(
  services: Pick<Services, 'db' | 'clock'>,
  { actor }: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<void> {
  const byCompany = Map.groupBy(simKeysOf(claimed), (sim) => sim.companyId)
  await inTransaction(services, async (trx) => {
    for (const [companyId, sims] of byCompany) {
      const iccids = sims.map(({ iccid }) => iccid)
      await muteAlarms(trx, { companyId, iccids, by: actor }, services.clock())
      await releaseBreaches(trx, { companyId, iccids, by: actor }, services.clock())
      await releaseFirings(trx, sims, { by: actor, now: services.clock() })
    }
  })
}
