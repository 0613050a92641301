import type { Call, CallArguments, CallData } from '#contract/call.ts'
import { callPath, changesSomething, takesIdempotencyKey } from '#contract/call.ts'
import type { Envelope, ErrorCode } from '#contract/envelope.ts'
import { NOT_LOGGED_IN } from '#contract/envelope.ts'
import { WORKING_COMPANY_HEADER } from '#contract/identity/working-company.calls.ts'
import { decodeList, decodeTsv, type ListCodec, type RowOf } from '#contract/list-codec.ts'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { pause } from './pause.ts'
import { language } from './preferences.ts'

/** The fixed key of this client, which the server writes into the page; the session cookie authenticates. */
export function clientKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=client-key]')?.content ?? ''
}

export const API_BASE = '/api'

const UNREACHABLE = {
  es: 'No hay conexión con el servicio',
  en: 'The service cannot be reached',
} as const

/** A failed call: the message to show, a stable code, the invalid fields, and the request id. */
export class CallError extends Error {
  /** an ErrorCode of the contract, or 'unreachable' without a response */
  readonly code: ErrorCode | 'unreachable'
  /** HTTP status; 0 without a response */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined
  /** seconds to wait before a retry, from the server */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    about: {
      code: ErrorCode | 'unreachable'
      status: number
      fields?: Record<string, string> | undefined
      requestId?: string | undefined
      retryAfter?: number | undefined
    },
  ) {
    super(message)
    this.name = 'CallError'
    this.code = about.code
    this.status = about.status
    this.fields = about.fields ?? {}
    this.requestId = about.requestId
    this.retryAfter = about.retryAfter
  }
}

export interface ListPage<Row> {
  rows: Row[]
  /** cursor of the next page; null at the end of the list */
  nextCursor: string | null
}

export interface FileAnswer {
  blob: Blob
  fileName: string
}

export type CallResult<C extends Call> = C extends { list: infer L extends ListCodec }
  ? ListPage<RowOf<L>>
  : C extends { file: readonly string[] }
    ? FileAnswer
    : CallData<C>

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** for a call with a file: its bytes, sent as they are */
  upload?: Blob
  /** for a call that the user may repeat: the server executes a key once. Without it each call has its own */
  idempotencyKey?: string
  /** the caller handles a missing session itself */
  handlesSessionEnd?: boolean
}

type SessionEnd = 'not_logged_in' | 'session_expired'
let sessionEnded: (how: SessionEnd) => void = () => {}

/** Registers the handler of responses without a valid session. */
export function onSessionEnd(listener: (how: SessionEnd) => void): void {
  sessionEnded = listener
}

let shownCompany: number | undefined
let companyChanged: () => void = () => {}

/** The company that the page shows goes with every call from now on; 0: all of the user's. */
export function sayShownCompany(companyId: number): void {
  shownCompany = companyId
}

/** Registers the handler of responses of a session that works in another company than the page shows. */
export function onOtherCompany(listener: () => void): void {
  companyChanged = listener
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** Address of a call on the page's origin, with its query. */
export function callAddress(entry: Call, args: { params?: object; query?: object } = {}): string {
  const path = `${API_BASE}${callPath(entry, args.params as Record<string, string | number>)}`
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((args.query ?? {}) as Query)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

const IDEMPOTENCY_KEY = 'idempotency-key'

function requestFor(entry: Call, args: { body?: unknown }, options: CallOptions): RequestInit {
  const headers = new Headers({ 'x-api-key': clientKey(), 'accept-language': language.get() })
  headers.set('accept', entry.list ? 'text/tab-separated-values' : 'application/json')
  if (shownCompany !== undefined) headers.set(WORKING_COMPANY_HEADER, String(shownCompany))
  if (entry.events) headers.set('accept', 'text/event-stream, application/json')
  if (entry.file) headers.set('accept', `${entry.file.join(', ')}, application/json`)
  if (takesIdempotencyKey(entry)) headers.set(IDEMPOTENCY_KEY, options.idempotencyKey ?? newIdempotencyKey())
  const init: RequestInit = { method: entry.method, headers, credentials: 'same-origin', signal: options.signal ?? null }
  if (options.upload) {
    headers.set('content-type', options.upload.type || entry.upload?.[0] || 'application/octet-stream')
    init.body = options.upload
  } else if (args.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(args.body)
  }
  return init
}

declare global {
  interface Window {
    /** responses of calls that index.html has already sent, by address */
    earlyCalls?: Map<string, Promise<Response>>
  }
}

/** Work that needs the connection. @throws CallError 'unreachable' when it is cut off, before or within the response */
async function overConnection<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.info(error)
    throw new CallError(UNREACHABLE[language.get()], { code: 'unreachable', status: 0 })
  }
}

/** The response of a call that index.html sent for the first screen; each is used once. */
function earlyAnswer(address: string, init: RequestInit): Promise<Response> | undefined {
  const answer = init.method === 'GET' ? window.earlyCalls?.get(address) : undefined
  if (answer) window.earlyCalls?.delete(address)
  return answer
}

const send = (address: string, init: RequestInit): Promise<Response> =>
  overConnection(earlyAnswer(address, init) ?? fetch(address, init))

async function envelopeOf(response: Response): Promise<Envelope<unknown> | null> {
  if (!response.headers.get('content-type')?.includes('json')) return null
  return (await overConnection(response.json())) as Envelope<unknown>
}

const isFailure = (envelope: Envelope<unknown>): boolean => !envelope.status || Boolean(envelope.error)

function failure(response: Response, envelope: Envelope<unknown> | null): CallError {
  const error = envelope?.error ?? UNREACHABLE[language.get()]
  const code = envelope?.code ?? (error === NOT_LOGGED_IN ? 'not_logged_in' : 'unavailable')
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallError(error, {
    code,
    status: response.status,
    fields: envelope?.fields,
    requestId: envelope?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(wait) ? wait : undefined,
  })
}

/** Notifies the page of a missing session, unless the failed call was the login attempt, and of one in another company. */
function reportSessionEnd(entry: Call, error: CallError): void {
  if (entry.access === 'public') return
  if (error.code === 'other_company') companyChanged()
  if (error.message === NOT_LOGGED_IN) sessionEnded('not_logged_in')
  else if (error.status === 401) sessionEnded('session_expired')
}

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'enlace')
}

const fileOf = async (response: Response, fileName: string): Promise<FileAnswer> => ({
  blob: await overConnection(response.blob()),
  fileName,
})

async function successOf(response: Response): Promise<Envelope<unknown>> {
  const envelope = await envelopeOf(response)
  if (!response.ok || !envelope || isFailure(envelope)) throw failure(response, envelope)
  return envelope
}

async function resultOf(entry: Call, response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (entry.list && !isJson && response.ok) {
    const rows = decodeList(entry.list, decodeTsv(await overConnection(response.text())))
    return { rows, nextCursor: response.headers.get(NEXT_CURSOR_HEADER) }
  }
  if (entry.file && !isJson && response.ok) return fileOf(response, fileNameOf(response))
  return (await successOf(response)).data
}

/**
 * Makes a call of the contract. Resolves to its `data`; a list's rows with the next cursor; a file's bytes with its
 * name. Throws CallError; a missing or ended session also redirects to the login page.
 */
export async function call<const C extends Call>(
  entry: C,
  args: CallArguments<C>,
  options: CallOptions = {},
): Promise<CallResult<C>> {
  return (await handleResponse(entry, args, options, (response) => resultOf(entry, response))) as CallResult<C>
}

/** As `call`, for users' actions: `data` with the server's message. Throws as `call` does. */
export async function callWithMessage<const C extends Call>(
  entry: C,
  args: CallArguments<C>,
  options: CallOptions = {},
): Promise<{ data: CallData<C>; message: string }> {
  const { data, message } = await handleResponse(entry, args, options, successOf)
  return { data: data as CallData<C>, message }
}

/** Opens a call's stream of server-sent events; call-events.ts parses it. Throws as `call` does. */
export async function callStream<const C extends Call>(
  entry: C,
  args: CallArguments<C>,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const body = async (response: Response) => (response.ok && response.body) || Promise.reject(await errorOf(response))
  return await handleResponse(entry, args, options, body)
}

const errorOf = async (response: Response): Promise<CallError> => failure(response, await envelopeOf(response))

/** Pauses before a call is repeated, ms: a process that died is replaced by another within these. */
export const REPEAT_MS: readonly number[] = [400, 800, 1600]
/** How often a call is repeated that the server asks to wait with: it asks for 5 s, and a database is replaced within 20. */
const MAX_WAITS = 6
/** From a gateway whose process died, or from one that has no database at the moment. */
const PASSING_STATUSES = [408, 502, 503, 504]

/** @returns the pause before the next attempt, or undefined: it would fail again, or have a second effect */
function pauseAfter(error: unknown, attempt: number, mayRepeat: boolean): number | undefined {
  if (!mayRepeat || !(error instanceof CallError)) return undefined
  const isPassing = error.code === 'unreachable' || PASSING_STATUSES.includes(error.status)
  if (!isPassing || error.retryAfter === undefined) return isPassing ? REPEAT_MS[attempt] : undefined
  return attempt < MAX_WAITS ? error.retryAfter * 1000 : undefined
}

async function handleResponse<T>(
  entry: Call,
  args: { params?: object; query?: object; body?: unknown },
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const init = requestFor(entry, args, options)
  const mayRepeat = !changesSomething(entry) || new Headers(init.headers).has(IDEMPOTENCY_KEY)
  for (let attempt = 0; ; attempt++) {
    try {
      return await read(await send(callAddress(entry, args), init))
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt, mayRepeat)
      if (pauseMs === undefined || options.signal?.aborted) {
        if (error instanceof CallError && !options.handlesSessionEnd) reportSessionEnd(entry, error)
        throw error
      }
      await pause(pauseMs, options.signal)
    }
  }
}

/** A list as the tab-separated file that the server streams, for download. Throws as `call` does. */
export async function callFile<const C extends Call>(
  entry: C,
  args: CallArguments<C>,
  options: CallOptions & { fileName: string },
): Promise<FileAnswer> {
  return await handleResponse(entry, args, options, async (response) =>
    response.ok ? fileOf(response, options.fileName) : Promise.reject(await errorOf(response)),
  )
}
