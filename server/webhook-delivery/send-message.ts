import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookProblem } from '#contract/webhooks/webhook-messages.ts'
import { BlockedAddress, type FindAddresses } from './addresses.ts'

/** From the look-up of the name to the first line of the answer. */
export const TIME_OUT_MS = 15_000
/** Of an answer that is kept for people to read. */
const ANSWER_BYTES = 4_096
/** How long the rest of an answer is waited for; its first line has said what it says. */
const ANSWER_MS = 2_000

export interface Sending {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Attempt {
  readonly durationMs: number
  /** null: there was no answer */
  readonly status: number | null
  /** '' when it was taken */
  readonly problem: WebhookProblem | ''
  /** the beginning of the answer, or what the network said */
  readonly answer: string
}

interface SendOptions {
  readonly find: FindAddresses
  /** ends an attempt when the process ends */
  readonly signal?: AbortSignal | undefined
  readonly timeOutMs?: number
}

/** Makes one attempt. Whatever comes back is an answer: only 2xx says that the message was taken; redirects are not followed. */
export async function sendMessage(sending: Sending, { find, signal, timeOutMs = TIME_OUT_MS }: SendOptions): Promise<Attempt> {
  const began = performance.now()
  const limit = AbortSignal.any([AbortSignal.timeout(timeOutMs), ...(signal ? [signal] : [])])
  const over = (attempt: Omit<Attempt, 'durationMs'>): Attempt => ({
    ...attempt,
    durationMs: Math.round(performance.now() - began),
  })
  try {
    const response = await answerTo(sending, find, limit)
    const answer = await beginningOf(response)
    const status = response.statusCode ?? 0
    return over({ status, problem: problemOf(status), answer })
  } catch (error) {
    return over({ status: null, ...faultOf(error, limit) })
  }
}

function problemOf(status: number): WebhookProblem | '' {
  if (status >= 200 && status < 300) return ''
  if (status >= 300 && status < 400) return 'redirect'
  return status === 410 ? 'gone' : 'refused'
}

/** What is wrong where no answer came; the words of the network where they help. */
function faultOf(error: unknown, limit: AbortSignal): Pick<Attempt, 'problem' | 'answer'> {
  if (error instanceof BlockedAddress) return { problem: 'blocked_address', answer: '' }
  if (limit.aborted) return { problem: 'timeout', answer: '' }
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { problem: 'unknown_host', answer: '' }
  const isTls = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)
  return { problem: isTls ? 'tls' : 'unreachable', answer: readable(code || message) }
}

async function answerTo({ url, headers, body }: Sending, find: FindAddresses, signal: AbortSignal): Promise<IncomingMessage> {
  const target = new URL(url)
  const addresses = await Promise.race([find(target), whenAborted(signal)])
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else if (first) done(null, first.address, first.family)
  }
  const payload = Buffer.from(body)
  const options: RequestOptions = {
    method: 'POST',
    // each attempt has a connection of its own: what it may go to is judged each time
    agent: false,
    lookup,
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

/** What an answer begins with; whoever sends on and on is cut off. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  const read = async (): Promise<void> => {
    for await (const part of response) {
      parts.push(part)
      bytes += part.length
      if (bytes >= ANSWER_BYTES) return
    }
  }
  // an answer that breaks off has been given all the same
  await Promise.race([read().catch(() => undefined), sleep(ANSWER_MS, undefined, { ref: false })])
  response.destroy()
  return readable(Buffer.concat(parts).subarray(0, ANSWER_BYTES).toString('utf8'))
}

/** PostgreSQL's text holds every character but U+0000. */
const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, ANSWER_BYTES)
