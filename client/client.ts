import { CALLS, type EnlaceClient } from './calls.generated.ts'
import {
  EnlaceError,
  type PortalConnection,
  type Sending,
  type SentCall,
  type SentValues,
  sendCall,
  type Values,
} from './send.ts'
import { eventsOf } from './server-events.ts'

export type * from './calls.generated.ts'
export { EnlaceError }

export interface ClientOptions {
  /** Address of the portal, such as https://portal.example.com */
  readonly baseUrl: string
  /** An API key, made under Integrations */
  readonly key: string
  /** Of the sentences that the portal answers; Spanish without it */
  readonly language?: 'es' | 'en'
  /** How often a request is repeated while the portal is busy or the connection is cut; 3 without it, 0 for never */
  readonly retries?: number
  /** Instead of the global fetch, for a proxy or a test */
  readonly fetch?: typeof fetch
}

/** The last argument of each method. */
export interface MethodOptions {
  /** Ends the call, and what it waits for */
  readonly signal?: AbortSignal
  /** Of a call that changes something: the same key has no second effect within 24 hours. Without it a new one for each call */
  readonly idempotencyKey?: string
}

export interface Page<Row> {
  readonly rows: Row[]
  /** `cursor` of the next page; undefined on the last */
  readonly nextCursor: string | undefined
}

/** A list: its rows, read page by page as far as one goes on. `limit` is the number of rows in a page. */
export interface RowList<Row> extends AsyncIterable<Row> {
  pages(): AsyncGenerator<Page<Row>, void, undefined>
  toArray(): Promise<Row[]>
}

/** A file, read while it arrives. */
export interface ReceivedFile {
  readonly name: string | undefined
  readonly type: string
  readonly stream: ReadableStream<Uint8Array>
}

/** A file that is sent. */
export interface FileInput<Type extends string> {
  readonly type: Type
  readonly file: Blob | ReadableStream<Uint8Array> | Uint8Array | string
}

/** A call, as the generated table has it. */
export interface ClientCall extends SentCall {
  readonly answer: 'data' | 'list' | 'file' | 'events'
  /** names of what goes into the address after the question mark */
  readonly query: readonly string[]
  readonly isUpload?: boolean
  /** of a list that comes by pages: the most rows in one */
  readonly page?: number
}

function valuesOf(call: ClientCall, params: readonly unknown[], input: Values = {}): SentValues {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const missing = names.findIndex((_, at) => params[at] === undefined || params[at] === '')
  // an empty part of a path would be another call
  if (missing >= 0) throw new TypeError(`${call.method} ${call.path} needs ${names[missing]}`)
  const { file, type, ...rest } = input
  const fields = Object.entries(call.isUpload ? rest : input)
  return {
    params: Object.fromEntries(names.map((name, at) => [name, params[at]])),
    query: Object.fromEntries(fields.filter(([name]) => call.query.includes(name))),
    body: Object.fromEntries(fields.filter(([name]) => !call.query.includes(name))),
    ...(call.isUpload && { upload: { type: String(type), content: file } }),
  }
}

async function dataOf(response: Response): Promise<unknown> {
  const { data } = (await response.json()) as { data: unknown }
  return data
}

function rowsOf(table: readonly (readonly unknown[])[]): object[] {
  const [names = [], ...rows] = table
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]])))
}

type Send = (values: SentValues, accept: string) => Promise<Response>

function listOf(call: ClientCall, values: SentValues, sendNow: Send): RowList<object> {
  const place = call.hasBody ? 'body' : 'query'
  async function* pages(): AsyncGenerator<Page<object>, void, undefined> {
    let fields: Values = { ...(call.page && { limit: call.page }), ...(values[place] as Values) }
    for (;;) {
      const response = await sendNow({ ...values, [place]: fields }, 'application/json')
      const rows = rowsOf((await dataOf(response)) as unknown[][])
      const nextCursor = response.headers.get('x-next-cursor') ?? undefined
      yield { rows, nextCursor }
      if (nextCursor === undefined) return
      // rows that were skipped were so by the first page
      fields = { ...fields, cursor: nextCursor, skip: undefined }
    }
  }
  async function* rows(): AsyncGenerator<object, void, undefined> {
    for await (const page of pages()) yield* page.rows
  }
  async function toArray(): Promise<object[]> {
    const all: object[] = []
    for await (const row of rows()) all.push(row)
    return all
  }
  return { pages, toArray, [Symbol.asyncIterator]: rows }
}

async function fileOf(response: Response): Promise<ReceivedFile> {
  const { headers, body } = response
  const [, quoted] = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return { name: quoted, type: headers.get('content-type') ?? '', stream: body ?? new ReadableStream() }
}

function methodOf(connection: PortalConnection, call: ClientCall) {
  const count = call.path.split('{').length - 1
  const takesInput = call.hasBody || call.isUpload || call.query.length > 0
  return (...given: unknown[]): unknown => {
    const params = given.slice(0, count)
    const [input, options] = takesInput ? given.slice(count) : [undefined, given[count]]
    const sendNow: Send = (values, accept) => sendCall(connection, call, values, { accept, ...(options as Partial<Sending>) })
    const values = valuesOf(call, params, input as Values)
    if (call.answer === 'list') return listOf(call, values, sendNow)
    if (call.answer === 'file') return sendNow(values, '*/*').then(fileOf)
    if (call.answer === 'data') return sendNow(values, 'application/json').then(dataOf)
    return (async function* () {
      yield* eventsOf(await sendNow(values, 'text/event-stream'))
    })()
  }
}

/** Calls one portal with one key: a method for each call that a key may make, by what it is about. */
export function createClient({ baseUrl, key, language = 'es', retries = 3, fetch: sent = fetch }: ClientOptions): EnlaceClient {
  // an own function: a browser's fetch is none without its window
  const connection = { baseUrl, key, language, retries, userAgent: 'enlace-client', fetch: sent.bind(globalThis) }
  const groups = Object.entries(CALLS).map(([group, calls]) => [
    group,
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, methodOf(connection, call)])),
  ])
  return Object.fromEntries(groups) as EnlaceClient
}
