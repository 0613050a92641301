import { inTransaction } from '../../context.ts'
import type { CommandAnswer } from '../../networks/network.ts'
import {
  insertQueuedMessages,
  recordSendResults,
  SMS_VALIDITY_S,
  type SmsKey,
  type SmsSendResult,
} from '../../records/sms-messages.ts'
import { contextOf, failed, judgeAgain, requestIdOf, type WorkOptions, type WorkServices } from './before-sending.ts'
import type { OperationRow } from './operation-row.ts'
import { type Outcome, outcomeOfAnswer, type TakenLine } from './outcomes.ts'
import { type Written, writeOutcomes } from './write-outcomes.ts'

/** A line's message by its name: the same as the request's, so that a repeated line finds what it kept before. */
const nameOf = (operation: OperationRow, taken: TakenLine): SmsKey[] =>
  taken.simCompanyId === null
    ? []
    : [{ companyId: taken.simCompanyId, iccid: taken.iccid, reference: requestIdOf(operation, taken) }]

/**
 * Sends the text of a mass operation. Each line's message is kept before it leaves, as that of a single call is, and settled
 * together with its line: a process that dies in between leaves a message that the next one finds by its name.
 */
export async function sendMessages(
  services: WorkServices,
  operation: OperationRow,
  taken: readonly TakenLine[],
  options: WorkOptions,
): Promise<void> {
  const now = services.clock()
  const settled = taken.flatMap((line): Written[] => {
    const outcome = judgeAgain('sms', line, now)
    return outcome ? [{ taken: line, outcome }] : []
  })
  const isSettled = new Set(settled.map((one) => one.taken.line))
  const going = taken.filter(({ line }) => !isSettled.has(line))
  const { parameters, userId, actor } = operation
  const names = going.flatMap((line) => nameOf(operation, line))
  if (names.length > 0) {
    const sms = { text: parameters.message ?? '', userId, actor, at: now }
    await inTransaction(services, (trx) => insertQueuedMessages(trx, sms, names))
  }
  const sent = await Promise.all(going.map((line) => sendOne(services, operation, line, options)))
  const fates = new Map(sent.map(({ fate, ...one }) => [one.taken.line, fate]))
  await writeOutcomes(services, operation, [...settled, ...sent], {
    workerId: options.workerId,
    now: services.clock(),
    alongside: async (trx, own) => {
      await recordSendResults(
        trx,
        own.flatMap(({ line }) => fates.get(line) ?? []),
        services.clock(),
      )
    },
  })
}

interface Sent extends Written {
  readonly fate: SmsSendResult[]
}

async function sendOne(
  services: WorkServices,
  operation: OperationRow,
  taken: TakenLine,
  { isUrgent }: WorkOptions,
): Promise<Sent> {
  const network = services.networks.find(taken.network)
  if (!network || !taken.sim) {
    const outcome = failed('sms', taken, services.clock(), 'no_network', { retryable: true })
    return { taken, outcome, fate: fateOf(operation, taken, outcome, undefined) }
  }
  const sim = { iccid: taken.iccid, imsi: taken.sim.imsi, msisdn: taken.sim.msisdn }
  const requestId = requestIdOf(operation, taken)
  const message = { text: operation.parameters.message ?? '', reference: requestId, validitySeconds: SMS_VALIDITY_S }
  const answer = await network.sendSms(sim, message, { requestId, isUrgent })
  const outcome = outcomeOfAnswer(taken, answer, contextOf(services, 'sms', network))
  return { taken, outcome, fate: fateOf(operation, taken, outcome, answer) }
}

/** What becomes of the message with its line; a line that is not final leaves it is. */
function fateOf(
  operation: OperationRow,
  taken: TakenLine,
  { state, code }: Outcome,
  answer: CommandAnswer | undefined,
): SmsSendResult[] {
  if (state !== 'succeeded' && state !== 'failed') return []
  const cause = answer?.kind === 'rejected' ? answer.cause : code
  const fate = state === 'succeeded' ? ({ state: 'sent', cause: '' } as const) : { state, cause }
  return nameOf(operation, taken).map((name) => ({ ...name, ...fate }))
}
