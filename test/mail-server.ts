import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail server for tests: takes what it gets, unless the test says otherwise. */
export interface TestMailServer {
  readonly url: string
  /** what was taken, whole, in order */
  readonly taken: string[]
  /** number of connections that offered a mail */
  readonly attempts: () => number
  close(): Promise<void>
}

export async function openTestMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const taken: string[] = []
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom(_address, _session, done) {
      attempts++
      done()
    },
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        taken.push(mail)
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
