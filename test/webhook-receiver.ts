import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SelfSigned } from './self-signed.ts'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks for tests: says what the test has it say, over real HTTP. */
export interface Receiver {
  readonly url: string
  /** what came, in order */
  readonly received: Received[]
  /** what it does with the next ones */
  answer: (response: ServerResponse) => void
  close(): Promise<void>
}

export const sayOk = (response: ServerResponse): void => {
  response.end('ok')
}

/** @param identity over TLS */
export async function openReceiver(identity?: SelfSigned): Promise<Receiver> {
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    receiver.received.push({ headers: request.headers, body: await text(request) })
    receiver.answer(response)
  }
  const server = identity ? createSecureServer(identity, receive) : createServer(receive)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    received: [],
    answer: sayOk,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
