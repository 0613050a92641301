import type { Socket } from 'node:net'
import { createFramer, decodePdu, encodePdu, encodeRefusal, type Pdu, type PduFields, STATUS } from './pdu.ts'
import { RequestWindow } from './request-window.ts'

/** How a request ended. */
export type Reply =
  | { readonly kind: 'answer'; readonly pdu: Pdu }
  /** no octet of it was sent */
  | { readonly kind: 'notSent' }
  /** sent, and its outcome is unknown */
  | { readonly kind: 'unknown'; readonly why: 'timeout' | 'connection' }

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** receives an answer that arrives after the request ended as 'unknown' */
  readonly onLate?: (pdu: Pdu) => void
}

/** The response to a request of the other side: a status, with fields when it is 0, else with a text. */
export interface PduResponse {
  readonly status: number
  readonly fields?: PduFields
  readonly text?: string
}

export interface ConnectionOptions {
  readonly socket: Socket
  /** own requests that may be unanswered at a time */
  readonly windowSize: number
  /** own requests per second; undefined: as fast as they are answered */
  readonly requestsPerSecond?: number | undefined
  /** undefined: no response, as if it was lost */
  readonly onRequest: (pdu: Pdu) => Promise<PduResponse | undefined>
  readonly onEnd: (why: string) => void
}

/** A connection between a message centre and its client, before or after the bind; both sides are alike. */
export interface Connection {
  /** sends once the window has a place */
  readonly request: (command: string, fields: PduFields, options?: RequestOptions) => Promise<Reply>
  readonly isOpen: () => boolean
  /** unbinds, after up to a second for the requests under way */
  readonly close: () => Promise<void>
  readonly destroy: (why: string) => void
}

/** SMPP 3.4 section 7.2: response_timer and enquire_link_timer. */
const [RESPONSE_TIMEOUT_MS, ENQUIRE_INTERVAL_MS] = [10_000, 30_000] as const
const CLOSE_TIMEOUT_MS = 1_000
/** Requests that have no response (SMPP 3.4 sections 4.12.1 and 4.1.7). */
const WITHOUT_RESPONSE: readonly string[] = ['alert_notification', 'outbind']
const MAX_EXPIRED = 10_000
const MAX_SEQUENCE = 0x7fffffff

export function openConnection(options: ConnectionOptions): Connection {
  return new SmppConnection(options)
}

class SmppConnection implements Connection {
  readonly #options: ConnectionOptions
  readonly #window: RequestWindow
  readonly #frame = createFramer()
  /** by sequence number: what ends a request that waits for its answer */
  readonly #pending = new Map<number, (reply: Reply) => void>()
  /** by sequence number: what receives the late answer of an expired request */
  readonly #expired = new Map<number, (pdu: Pdu) => void>()
  readonly #enquiring: NodeJS.Timeout
  #sequence = 0
  #isOpen = true
  #receivedAt = performance.now()

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#window = new RequestWindow(options.windowSize, options.requestsPerSecond)
    this.#enquiring = setInterval(() => void this.#enquire(), ENQUIRE_INTERVAL_MS)
    this.#enquiring.unref()
    const { socket } = options
    socket.setNoDelay(true)
    socket.on('error', (error) => this.destroy(error.message))
    socket.on('close', () => this.destroy('the connection was cut'))
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  isOpen(): boolean {
    return this.#isOpen
  }

  destroy(why: string): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearInterval(this.#enquiring)
    this.#options.socket.destroy()
    for (const settle of this.#pending.values()) settle({ kind: 'unknown', why: 'connection' })
    this.#window.close()
    this.#options.onEnd(why)
  }

  async request(command: string, fields: PduFields, options: RequestOptions = {}): Promise<Reply> {
    const leave = await this.#window.enter(options.signal)
    if (!leave) return { kind: 'notSent' }
    const reply = await this.#send(command, fields, options)
    leave()
    return reply
  }

  async close(): Promise<void> {
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
    await Promise.race([this.#window.untilEmpty(), timeout])
    if (this.#isOpen) await this.#send('unbind', {}, { timeoutMs: CLOSE_TIMEOUT_MS })
    this.destroy('closed')
  }

  #send(command: string, fields: PduFields, options: RequestOptions = {}): Promise<Reply> {
    const { signal, timeoutMs = RESPONSE_TIMEOUT_MS, onLate } = options
    return new Promise((resolve) => {
      if (!this.#isOpen) return resolve({ kind: 'notSent' })
      this.#sequence = this.#sequence === MAX_SEQUENCE ? 1 : this.#sequence + 1
      const sequence = this.#sequence
      const expire = (): void => settle({ kind: 'unknown', why: 'timeout' })
      const settle = (reply: Reply): void => {
        if (!this.#pending.delete(sequence)) return
        clearTimeout(timer)
        signal?.removeEventListener('abort', expire)
        if (reply.kind === 'unknown' && onLate) this.#keepExpired(sequence, onLate)
        resolve(reply)
      }
      const timer = setTimeout(expire, timeoutMs)
      signal?.addEventListener('abort', expire, { once: true })
      this.#pending.set(sequence, settle)
      this.#write(encodePdu(command, sequence, fields))
    })
  }

  #keepExpired(sequence: number, onLate: (pdu: Pdu) => void): void {
    this.#expired.set(sequence, onLate)
    const [oldest] = this.#expired.keys()
    if (this.#expired.size > MAX_EXPIRED && oldest !== undefined) this.#expired.delete(oldest)
  }

  #write(octets: Buffer): void {
    if (this.#isOpen) this.#options.socket.write(octets)
  }

  #receive(chunk: Buffer): void {
    this.#receivedAt = performance.now()
    try {
      for (const octets of this.#frame(chunk)) if (this.#isOpen) this.#dispatch(decodePdu(octets))
    } catch (error) {
      this.destroy(`what came is not SMPP: ${String(error)}`)
    }
  }

  #dispatch(pdu: Pdu): void {
    if (pdu.isResponse) this.#settle(pdu)
    else if (pdu.command === 'enquire_link') this.#respond(pdu, { status: STATUS.ok })
    else if (pdu.command === 'unbind') {
      this.#respond(pdu, { status: STATUS.ok })
      this.destroy('the other side said goodbye')
    } else if (pdu.command === 'unknown') {
      this.#write(encodeRefusal('generic_nack', pdu.sequence, STATUS.unknownCommand))
    } else void this.#handleRequest(pdu)
  }

  #settle(response: Pdu): void {
    const { sequence } = response
    const settle = this.#pending.get(sequence)
    if (settle) settle({ kind: 'answer', pdu: response })
    else this.#expired.get(sequence)?.(response)
    this.#expired.delete(sequence)
  }

  async #handleRequest(pdu: Pdu): Promise<void> {
    const failed: PduResponse = { status: STATUS.systemError }
    const response = await this.#options.onRequest(pdu).catch(() => failed)
    if (response && !WITHOUT_RESPONSE.includes(pdu.command)) this.#respond(pdu, response)
  }

  #respond({ command, sequence }: Pdu, { status, fields, text }: PduResponse): void {
    const name = `${command}_resp`
    this.#write(status === 0 ? encodePdu(name, sequence, fields) : encodeRefusal(name, sequence, status, text))
  }

  /** Checks an idle connection. */
  async #enquire(): Promise<void> {
    if (performance.now() - this.#receivedAt < ENQUIRE_INTERVAL_MS) return
    const reply = await this.#send('enquire_link', {})
    if (reply.kind !== 'answer') this.destroy('no answer to enquire_link')
  }
}
