import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookProblem } from '#contract/webhooks/webhook-messages.ts'
import { BlockedAddress, lookupOf, type ResolveAddresses } from '../outbound/public-addresses.ts'

/** From the DNS look-up to the status line of the answer. */
export const ATTEMPT_TIMEOUT_MS = 15_000
/** Bytes of an answer that are stored for people to read. */
const MAX_ANSWER_BYTES = 4_096
/** Time limit for the body of an answer; the status line alone decides. */
const ANSWER_BODY_TIMEOUT_MS = 2_000

export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface DeliveryAttempt {
  readonly durationMs: number
  /** null: no answer */
  readonly status: number | null
  /** '' when it was delivered */
  readonly problem: WebhookProblem | ''
  /** the beginning of the answer, or the network error */
  readonly answer: string
}

interface AttemptOptions {
  readonly resolve: ResolveAddresses
  /** aborts the attempt when the process ends */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Makes one attempt and never throws. Only a 2xx status means delivered; redirects are not followed. */
export async function attemptDelivery(
  delivery: DeliveryRequest,
  { resolve, signal, timeoutMs = ATTEMPT_TIMEOUT_MS }: AttemptOptions,
): Promise<DeliveryAttempt> {
  const startedAt = performance.now()
  const deadline = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
  const finish = (attempt: Omit<DeliveryAttempt, 'durationMs'>): DeliveryAttempt => ({
    ...attempt,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const response = await postRequest(delivery, resolve, deadline)
    const answer = await readBeginning(response)
    const status = response.statusCode ?? 0
    return finish({ status, problem: problemOf(status), answer })
  } catch (error) {
    return finish({ status: null, ...problemOfError(error, deadline) })
  }
}

function problemOf(status: number): WebhookProblem | '' {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) return 'redirect'
  return status === 410 ? 'gone' : 'refused'
}

/** The problem when there was no answer, with the network's error where it helps. */
function problemOfError(error: unknown, deadline: AbortSignal): Pick<DeliveryAttempt, 'problem' | 'answer'> {
  if (error instanceof BlockedAddress) return { problem: 'blocked_address', answer: '' }
  if (deadline.aborted) return { problem: 'timeout', answer: '' }
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { problem: 'unknown_host', answer: '' }
  const isTls = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)
  return { problem: isTls ? 'tls' : 'unreachable', answer: readable(code || message) }
}

async function postRequest(
  { url, headers, body }: DeliveryRequest,
  resolve: ResolveAddresses,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const target = new URL(url)
  const addresses = await Promise.race([resolve(target), whenAborted(signal)])
  const payload = Buffer.from(body)
  const options: RequestOptions = {
    method: 'POST',
    // each attempt opens its own connection: its address is checked each time
    agent: false,
    lookup: lookupOf(addresses),
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': payload.length,
      'user-agent': 'Enlace-Webhooks/1',
      ...headers,
    },
  }
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestSecure(target, options) : requestPlain(target, options)
    request.once('response', resolve)
    request.on('error', reject)
    request.end(payload)
  })
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The beginning of an answer; an endless answer is cut off. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  const read = async (): Promise<void> => {
    for await (const part of response) {
      parts.push(part)
      bytes += part.length
      if (bytes >= MAX_ANSWER_BYTES) return
    }
  }
  // a truncated answer still counts
  await Promise.race([read().catch(() => undefined), sleep(ANSWER_BODY_TIMEOUT_MS, undefined, { ref: false })])
  response.destroy()
  return readable(Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString('utf8'))
}

/** PostgreSQL's text type stores every character except U+0000. */
const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, MAX_ANSWER_BYTES)
