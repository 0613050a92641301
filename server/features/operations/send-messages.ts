import { inTransaction } from '#server/context.ts'
import type { CommandAnswer } from '#server/networks/network.ts'
import {
  insertQueuedMessages,
  recordSendResults,
  SMS_VALIDITY_S,
  type SmsKey,
  type SmsSendResult,
} from '#server/records/sms-messages.ts'
import {
  failLine,
  networkContextOf,
  recheckEligibility,
  requestIdOf,
  type WorkOptions,
  type WorkServices,
} from './before-sending.ts'
import type { OperationRow } from './operation-row.ts'
import { type ClaimedLine, type LineOutcome, networkSimOf, outcomeOfAnswer, simKeysOf } from './outcomes.ts'
import { type LineResult, writeOutcomes } from './write-outcomes.ts'

/** The key of a line's message: the same as the request's, so that a repeated line finds its message. */
const smsKeysOf = (operation: OperationRow, claimed: ClaimedLine): SmsKey[] =>
  simKeysOf([claimed]).map((sim) => ({ ...sim, reference: requestIdOf(operation, claimed) }))

/**
 * Sends the text of a mass operation. Each line's message is stored before it is sent, as with a single call, and settled together
 * with its line: after a crash in between, the next process finds the message by its key.
 */
export async function sendMessages(
  services: WorkServices,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  options: WorkOptions,
): Promise<void> {
  const now = services.clock()
  const settled = claimed.flatMap((line): LineResult[] => {
    const outcome = recheckEligibility('sms', line, now)
    return outcome ? [{ claimed: line, outcome }] : []
  })
  const isSettled = new Set(settled.map((one) => one.claimed.line))
  const toSend = claimed.filter(({ line }) => !isSettled.has(line))
  const { parameters, userId, actor } = operation
  const names = toSend.flatMap((line) => smsKeysOf(operation, line))
  if (names.length > 0) {
    const sms = { text: parameters.message ?? '', userId, actor, at: now }
    await inTransaction(services, (trx) => insertQueuedMessages(trx, sms, names))
  }
  const sent = await Promise.all(toSend.map((line) => sendOne(services, operation, line, options)))
  const resultsByLine = new Map(sent.map(({ results, ...one }) => [one.claimed.line, results]))
  await writeOutcomes(services, operation, [...settled, ...sent], {
    workerId: options.workerId,
    now: services.clock(),
    alongside: async (trx, own) => {
      const results = own.flatMap(({ claimed: { line } }) => resultsByLine.get(line) ?? [])
      await recordSendResults(trx, results, services.clock())
    },
  })
}

interface SentLine extends LineResult {
  readonly results: SmsSendResult[]
}

async function sendOne(
  services: WorkServices,
  operation: OperationRow,
  claimed: ClaimedLine,
  { isUrgent }: WorkOptions,
): Promise<SentLine> {
  const network = services.networks.find(claimed.network)
  const sim = networkSimOf(claimed)
  if (!network || !sim) {
    const outcome = failLine('sms', claimed, services.clock(), 'no_network', { retryable: true })
    return { claimed, outcome, results: sendResultsOf(operation, claimed, outcome, undefined) }
  }
  const requestId = requestIdOf(operation, claimed)
  const message = { text: operation.parameters.message ?? '', reference: requestId, validitySeconds: SMS_VALIDITY_S }
  const answer = await network.sendSms(sim, message, { requestId, isUrgent })
  const outcome = outcomeOfAnswer(claimed, answer, networkContextOf(services, operation, network))
  return { claimed, outcome, results: sendResultsOf(operation, claimed, outcome, answer) }
}

/** The send result of a line's message; none for a line that is not final. */
function sendResultsOf(
  operation: OperationRow,
  claimed: ClaimedLine,
  { state, code }: LineOutcome,
  answer: CommandAnswer | undefined,
): SmsSendResult[] {
  if (state !== 'succeeded' && state !== 'failed') return []
  const cause = answer?.kind === 'rejected' ? answer.cause : code
  const outcome = state === 'succeeded' ? ({ state: 'sent', cause: '' } as const) : { state, cause }
  return smsKeysOf(operation, claimed).map((name) => ({ ...name, ...outcome }))
}
