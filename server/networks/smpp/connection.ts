import type { Socket } from 'node:net'
import { createFramer, decodePdu, encodePdu, encodeRefusal, type Pdu, type PduFields, STATUS } from './pdu.ts'

/** How a request ended. */
export type Reply =
  | { readonly kind: 'answer'; readonly pdu: Pdu }
  /** nothing of it went out */
  | { readonly kind: 'notSent' }
  /** it went out, and what came of it is not known */
  | { readonly kind: 'unknown'; readonly why: 'timeout' | 'connection' }

export interface RequestOptions {
  /** whoever asked no longer waits */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
  /** an answer that comes when nobody waits for it any more */
  readonly late?: (pdu: Pdu) => void
}

/** What the other side asks is answered with: a status, and fields or, when it says no, a text. */
export interface Answered {
  readonly status: number
  readonly fields?: PduFields
  readonly text?: string
}

export interface ConnectionOptions {
  readonly socket: Socket
  /** requests of ours that may be unanswered at a time */
  readonly windowSize: number
  /** of ours in a second; undefined: as fast as they are answered */
  readonly requestsPerSecond?: number | undefined
  /** undefined: no answer, as if it had got lost */
  readonly onRequest: (pdu: Pdu) => Promise<Answered | undefined>
  readonly onEnd: (why: string) => void
}

/** One connection between a message centre and somebody who uses it, after or before its bind; both sides are alike. */
export interface Connection {
  /** goes out when the window has a place */
  readonly request: (command: string, fields: PduFields, options?: RequestOptions) => Promise<Reply>
  readonly isOpen: () => boolean
  /** says goodbye, and waits a moment for what is under way */
  readonly close: () => Promise<void>
  readonly destroy: (why: string) => void
}

/** SMPP 3.4 section 7.2: response_timer and enquire_link_timer. */
const [ANSWER_MS, ENQUIRE_MS] = [10_000, 30_000] as const
const FAREWELL_MS = 1_000
/** Requests that have no response (SMPP 3.4 sections 4.12.1 and 4.1.7). */
const UNANSWERED: readonly string[] = ['alert_notification', 'outbind']
const MOST_FORGOTTEN = 10_000
const LAST_SEQUENCE = 0x7fffffff

interface Waiting {
  readonly settle: (reply: Reply) => void
  readonly late: ((pdu: Pdu) => void) | undefined
  readonly timer: NodeJS.Timeout
}

export function openConnection(options: ConnectionOptions): Connection {
  const { socket, onRequest, onEnd } = options
  const waiting = new Map<number, Waiting>()
  /** answers that nobody waits for any more, for as long as they may still come */
  const forgotten = new Map<number, (pdu: Pdu) => void>()
  const window = createWindow(options.windowSize, options.requestsPerSecond)
  const frame = createFramer()
  let sequence = 0
  let isOpen = true
  let heardAt = performance.now()

  const end = (why: string): void => {
    if (!isOpen) return
    isOpen = false
    clearInterval(enquiring)
    socket.destroy()
    for (const { settle } of waiting.values()) settle({ kind: 'unknown', why: 'connection' })
    window.shut()
    onEnd(why)
  }
  const write = (octets: Buffer): void => {
    if (isOpen) socket.write(octets)
  }
  const forget = (own: number, late: (pdu: Pdu) => void): void => {
    forgotten.set(own, late)
    const [oldest] = forgotten.keys()
    if (forgotten.size > MOST_FORGOTTEN && oldest !== undefined) forgotten.delete(oldest)
  }
  const answer = (pdu: Pdu): void => {
    const known = waiting.get(pdu.sequence)
    if (known) known.settle({ kind: 'answer', pdu })
    else forgotten.get(pdu.sequence)?.(pdu)
    forgotten.delete(pdu.sequence)
  }
  const respond = (pdu: Pdu, { status, fields, text }: Answered): void => {
    const command = `${pdu.command}_resp`
    write(status === 0 ? encodePdu(command, pdu.sequence, fields) : encodeRefusal(command, pdu.sequence, status, text))
  }
  const take = (pdu: Pdu): void => {
    if (pdu.isResponse) answer(pdu)
    else if (pdu.command === 'enquire_link') respond(pdu, { status: STATUS.ok })
    else if (pdu.command === 'unbind') {
      respond(pdu, { status: STATUS.ok })
      end('the other side said goodbye')
    } else if (pdu.command === 'unknown') write(encodeRefusal('generic_nack', pdu.sequence, STATUS.unknownCommand))
    else {
      onRequest(pdu)
        .catch(() => ({ status: STATUS.systemError }))
        .then((answered) => answered && !UNANSWERED.includes(pdu.command) && respond(pdu, answered))
    }
  }
  const send = (command: string, fields: PduFields, { signal, timeoutMs = ANSWER_MS, late }: RequestOptions = {}) =>
    new Promise<Reply>((resolve) => {
      if (!isOpen) return resolve({ kind: 'notSent' })
      sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1
      const own = sequence
      const giveUp = (): void => settle({ kind: 'unknown', why: 'timeout' })
      const settle = (reply: Reply): void => {
        if (!waiting.delete(own)) return
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        if (reply.kind === 'unknown' && late) forget(own, late)
        resolve(reply)
      }
      const timer = setTimeout(giveUp, timeoutMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.set(own, { settle, late, timer })
      write(encodePdu(command, own, fields))
    })
  const enquire = async (): Promise<void> => {
    if (performance.now() - heardAt < ENQUIRE_MS) return
    const reply = await send('enquire_link', {})
    if (reply.kind !== 'answer') end('no answer to enquire_link')
  }
  const enquiring = setInterval(() => void enquire(), ENQUIRE_MS)
  enquiring.unref()

  socket.setNoDelay(true)
  socket.on('error', (error) => end(error.message))
  socket.on('close', () => end('the connection was cut'))
  socket.on('data', (chunk: Buffer) => {
    heardAt = performance.now()
    try {
      for (const octets of frame(chunk)) if (isOpen) take(decodePdu(octets))
    } catch (error) {
      end(`what came is not SMPP: ${String(error)}`)
    }
  })
  return {
    isOpen: () => isOpen,
    destroy: end,
    request: async (command, fields, given = {}) => {
      const leave = await window.enter(given.signal)
      if (!leave) return { kind: 'notSent' }
      const reply = await send(command, fields, given)
      leave()
      return reply
    },
    close: async () => {
      await Promise.race([window.isEmpty(), new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())])
      if (isOpen) await send('unbind', {}, { timeoutMs: FAREWELL_MS })
      end('closed')
    },
  }
}

/** At most so many at a time, and so many in a second. */
function createWindow(size: number, perSecond: number | undefined) {
  let inside = 0
  let nextAt = 0
  let isShut = false
  let queue: (() => void)[] = []
  let emptied: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  const letIn = (): void => {
    timer = undefined
    while (inside < size && queue.length > 0) {
      const early = perSecond === undefined ? 0 : nextAt - performance.now()
      if (early > 0) {
        timer ??= setTimeout(letIn, early)
        return
      }
      if (perSecond !== undefined) nextAt = Math.max(nextAt, performance.now()) + 1000 / perSecond
      inside++
      queue.shift()?.()
    }
  }
  const leave = (): void => {
    inside--
    letIn()
    if (inside > 0 || queue.length > 0) return
    for (const tell of emptied) tell()
    emptied = []
  }
  /** @returns what frees the place; undefined when it gave up before there was one */
  const enter = (signal: AbortSignal | undefined): Promise<(() => void) | undefined> =>
    new Promise((resolve) => {
      if (isShut || signal?.aborted) return resolve(undefined)
      const go = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve(isShut ? undefined : leave)
      }
      const giveUp = (): void => {
        queue = queue.filter((one) => one !== go)
        resolve(undefined)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      queue.push(go)
      if (!timer) letIn()
    })
  const shut = (): void => {
    isShut = true
    clearTimeout(timer)
    for (const go of queue) go()
    queue = []
  }
  const isEmpty = (): Promise<void> =>
    inside === 0 && queue.length === 0 ? Promise.resolve() : new Promise((resolve) => emptied.push(resolve))
  return { enter, shut, isEmpty }
}
