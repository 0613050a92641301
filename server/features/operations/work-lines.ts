import type { GuardedNetwork } from '../../networks/guarded-network.ts'
import type { Command, CommandAnswer } from '../../networks/network.ts'
import type { NetworkSim } from '../../networks/network-types.ts'
import { contextOf, failed, judgeAgain, requestIdOf, type WorkOptions, type WorkServices } from './before-sending.ts'
import { editCustomFields, requestOutcome, withdrawOutcome } from './local-work.ts'
import { moveLines } from './move-lines.ts'
import { workOf } from './operation-kinds.ts'
import type { OperationRow } from './operation-row.ts'
import { doneOutcome, type Outcome, outcomeOfAnswer, type TakenLine } from './outcomes.ts'
import { reserveRestarts } from './restart-limit.ts'
import { sendMessages } from './send-messages.ts'
import { dropLines } from './take-lines.ts'
import { type Written, writeOutcomes } from './write-outcomes.ts'

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
  if (operation.kind === 'sms') return sendMessages(services, operation, taken, options)
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

function send(network: GuardedNetwork, sim: NetworkSim, { kind }: OperationRow, command: Command): Promise<CommandAnswer> {
  const work = workOf(kind)
  return work.does === 'status' ? network[work.command](sim, command) : network.resetConnection(sim, command)
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
      else await moveLines(trx, operation, lines, now)
    },
  })
}
