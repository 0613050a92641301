import { Agent, type IncomingMessage, request } from 'node:http'

const HEADERS = { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values, application/json' }

export interface BenchResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface PortalClient {
  /** a call below /api; connections are kept open, as a browser does */
  readonly call: (method: string, path: string, body?: unknown) => Promise<BenchResponse>
  /** the same, for answers too long to hold: the answer's bytes are counted and dropped */
  readonly drain: (method: string, path: string, body?: unknown) => Promise<number>
  readonly cookie: string
}

export interface HttpRequest {
  readonly port: number
  readonly agent: Agent
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

function open({ port, agent, method, path, headers = {}, body }: HttpRequest): Promise<IncomingMessage> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const type = payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const send = (onError: (error: Error, isReused: boolean) => void, resolve: (answer: IncomingMessage) => void): void => {
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...HEADERS, ...headers, ...type } },
      resolve,
    )
    sent.once('error', (error) => onError(error, sent.reusedSocket))
    sent.end(payload)
  }
  return new Promise((resolve, reject) => {
    // the server closes a connection that was idle for long: a browser sends again on another one, too
    send((error, isReused) => (isReused ? send(reject, resolve) : reject(error)), resolve)
  })
}

/** One request, its whole answer, and an error for anything but 2xx. */
export async function sendRequest(sent: HttpRequest): Promise<BenchResponse> {
  const answer = await open(sent)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 299) throw new Error(`${sent.method} ${sent.path}: ${status} ${body.toString().slice(0, 300)}`)
  return { status, headers: answer.headers, body }
}

async function count(sent: HttpRequest): Promise<number> {
  const answer = await open(sent)
  let bytes = 0
  for await (const chunk of answer) bytes += (chunk as Buffer).length
  return bytes
}

/** Signs in for real and keeps the cookie. */
export async function logIn(port: number, email: string, password: string): Promise<PortalClient> {
  const agent = new Agent({ keepAlive: true })
  const answer = await sendRequest({ port, agent, method: 'POST', path: '/api/users/session/', body: { email, password } })
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const requestOf = (method: string, path: string, body: unknown): HttpRequest => ({
    ...{ port, agent, method, body },
    path: `/api${path}`,
    headers: { cookie },
  })
  return {
    call: (method, path, body) => sendRequest(requestOf(method, path, body)),
    drain: (method, path, body) => count(requestOf(method, path, body)),
    cookie,
  }
}
