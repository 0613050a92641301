import type { TargetPlan } from '#domain/eligibility.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import type { Command, CommandAnswer } from '#server/networks/network.ts'
import type { NetworkSim } from '#server/networks/network-types.ts'
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
import { type ClaimedLine, type LineOutcome, outcomeOfAnswer } from './outcomes.ts'
import { releaseHoldsOf } from './release-holds.ts'
import { reserveRestarts } from './restart-limit.ts'
import { sendMessages } from './send-messages.ts'
import { targetPlanOf } from './target-plan.ts'
import { type LineResult, writeOutcomes } from './write-outcomes.ts'

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
  const refused =
    operation.kind === 'restart'
      ? await reserveRestarts(services, operation, claimed, services.clock())
      : new Map<number, number>()
  const target = await targetPlanOf(services.db, operation)
  const written = await Promise.all(
    claimed.map(async (line): Promise<LineResult> => {
      if (refused.has(line.line)) {
        const text = String(refused.get(line.line))
        return {
          claimed: line,
          outcome: failLine(operation.kind, line, services.clock(), 'too_soon', { text, retryable: true }),
        }
      }
      return {
        claimed: line,
        outcome: await inSpan(spanOf(operation, line), () => processLine(services, { operation, target }, line, options)),
      }
    }),
  )
  const now = services.clock()
  await writeOutcomes(services, operation, written, {
    workerId: options.workerId,
    now,
    alongside: planChanges(operation, now),
  })
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
  if (!network || !claimed.sim) return failLine(kind, claimed, now, 'no_network', { retryable: true })
  const sim = { iccid: claimed.iccid, imsi: claimed.sim.imsi, msisdn: claimed.sim.msisdn }
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
