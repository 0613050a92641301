import type { TargetPlan } from '#domain/eligibility.ts'
import type { ItemFailure } from '#domain/operations.ts'
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
import { moveLinesToGroups, refusedGroupLines } from './group-lines.ts'
import { requestOutcome, withdrawOutcome, writeCustomFields } from './local-work.ts'
import { lockLines, refusedLockLines } from './lock-lines.ts'
import { moveLines } from './move-lines.ts'
import { asksNetwork, workOf } from './operation-kinds.ts'
import type { OperationRow } from './operation-row.ts'
import { type ClaimedLine, doneOutcome, type LineOutcome, outcomeOfAnswer } from './outcomes.ts'
import { releaseHoldsOf } from './release-holds.ts'
import { reserveRestarts } from './restart-limit.ts'
import { sendMessages } from './send-messages.ts'
import { refusedTagLines, tagLines } from './tag-lines.ts'
import { targetPlanOf } from './target-plan.ts'
import { type LineResult, writeOutcomes } from './write-outcomes.ts'

/**
 * Executes claimed lines and writes their outcomes. When that fails here, the lines are released and looked up: a command may have
 * reached the network.
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
  if (!asksNetwork(operation)) return processLocally(services, operation, claimed, options)
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

async function processLocally(
  services: WorkServices,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  { workerId }: WorkOptions,
): Promise<void> {
  const now = services.clock()
  const context = { kind: operation.kind, now }
  const target = await targetPlanOf(services.db, operation)
  const refused = new Map<string, ItemFailure>([
    ...(await refusedTagLines(services.db, operation, claimed)),
    ...(await refusedGroupLines(services.db, operation, claimed)),
    ...(await refusedLockLines(services.db, operation, claimed)),
  ])
  const written = claimed.map((line): LineResult => {
    const refusal = refused.get(line.iccid)
    const before =
      recheckEligibility(operation.kind, line, now) ??
      (target && recheckPlan(target, line, now)) ??
      (refusal && failLine(operation.kind, line, now, refusal, { retryable: true }))
    return { claimed: line, outcome: before ?? { ...doneOutcome(line, context), event: null } }
  })
  await writeOutcomes(services, operation, written, {
    workerId,
    now,
    alongside: async (trx, own) => {
      if (operation.kind === 'plan') return planChanges(operation, now)(trx, own)
      const lines = own.filter(({ outcome }) => outcome.state === 'succeeded').map(({ claimed }) => claimed)
      if (lines.length === 0) return
      if (operation.kind === 'custom') await writeCustomFields(trx, operation, lines, now)
      else if (operation.kind === 'tag') await tagLines(trx, operation, lines, now)
      else if (operation.kind === 'group')
        await moveLinesToGroups(trx, operation, lines, { now, warningPercent: services.config.ALARM_WARNING_PERCENT })
      else if (operation.kind === 'lock') await lockLines(trx, operation, lines, now)
      else await moveLines(trx, operation, lines, now)
    },
  })
}
