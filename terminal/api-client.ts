import { EnlaceError, type PortalConnection, type SentValues, sendCall } from '../client/send.ts'
import { Ending, EXIT } from './failure.ts'
import type { SavedLogin } from './profiles.ts'
import type { PublicCall } from './public-call.ts'
import { languageOf, note } from './screen.ts'
import { harmless } from './text-width.ts'

export type CallValues = SentValues & { readonly body?: Readonly<Record<string, unknown>> }

const TSV = 'text/tab-separated-values'

function exitOf(status: number, code = ''): number {
  if (/api_key/.test(code) || status === 401 || status === 403) return EXIT.key
  const codes: Readonly<Record<number, number>> = { 404: EXIT.notFound, 409: EXIT.conflict, 429: EXIT.tooMany }
  return codes[status] ?? (status >= 500 || status < 400 ? EXIT.unreachable : EXIT.usage)
}

/** What the portal refused, as one sentence with its fields; of its own failures with the number to quote to support. */
function refusalOf({ status, message, code, fields, requestId }: EnlaceError): Ending {
  const sentence = message.replace(/\.$/, '')
  // of a conflict they are no problems of fields but the statuses between which it is
  const named = status === 400 ? Object.entries(fields) : []
  const problems = named
    .map(([name, problem]) => `${name}: ${problem.replace(/\.$/, '')}`)
    .filter((one) => !sentence.includes(one))
  const details = problems.length > 0 ? ` (${problems.join('; ')})` : ''
  const request = status >= 500 && requestId ? ` Request ${requestId}.` : ''
  return new Ending(exitOf(status, code), harmless(`${sentence}${details}.${request}`))
}

/** Why nothing came back, as a sentence. */
function connectionError(error: unknown, url: string): Ending {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  const code = cause?.code ?? ''
  const { host, hostname } = new URL(url)
  const words: Readonly<Record<string, string>> = {
    ENOTFOUND: `There is no host ${hostname}; check the address and the network.`,
    EAI_AGAIN: `The name ${hostname} can't be resolved; check the network.`,
    ECONNREFUSED: `Nothing answers at ${host}.`,
    UND_ERR_CONNECT_TIMEOUT: `${host} does not answer.`,
    ENETUNREACH: `The network of ${host} can't be reached.`,
  }
  const isCertificate = /CERT|SIGNATURE|ALTNAME/.test(code)
  const sentence = isCertificate
    ? `The certificate of ${host} is not accepted (${code}); NODE_EXTRA_CA_CERTS names a file with an authority of your own.`
    : (words[code] ?? `The connection to ${host} failed: ${code || cause?.message || message}.`)
  return new Ending(EXIT.unreachable, sentence)
}

/** Calls one portal with one key. */
export class ApiClient {
  readonly url: string
  readonly #connection: PortalConnection

  constructor({ url, key }: SavedLogin) {
    const onWait = (seconds: number) => void (process.stderr.isTTY && note(`The portal asks to wait ${seconds} s.`))
    const its = { language: languageOf(), userAgent: 'enlace-terminal', retries: 3, fetch, onWait }
    this.url = url
    this.#connection = { baseUrl: url, key, ...its }
  }

  /** An answer of success; what came instead ends the program. */
  async send(call: PublicCall, values: CallValues, signal?: AbortSignal): Promise<Response> {
    const accept = call.answer === 'list' ? TSV : '*/*'
    try {
      return await sendCall(this.#connection, { ...call, hasBody: call.body.length > 0 }, values, { accept, signal })
    } catch (error) {
      if (error instanceof EnlaceError) throw refusalOf(error)
      throw (error as Error).name === 'AbortError' ? error : connectionError(error, this.url)
    }
  }

  /** The data of an answer, and what it says. */
  async data<T>(call: PublicCall, values: CallValues): Promise<{ data: T; message: string }> {
    const { data, message } = (await (await this.send(call, values)).json()) as { data: T; message: string }
    return { data, message: harmless(message) }
  }
}
