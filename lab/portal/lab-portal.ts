import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callPath } from '#contract/call.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { massActivation } from '#contract/operations/mass-actions.calls.ts'
import { LOGINS } from './prepare-portal.ts'

const root = join(import.meta.dirname, '../..')
const TIMEOUT_MS = 60_000
const HEADERS = { 'x-api-key': 'enlace-web', 'content-type': 'application/json' } as const

export interface LabPortal {
  readonly address: string
  readonly program: ChildProcess
  /** activates SIMs as a user of the company */
  readonly activate: (iccids: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts the portal in a process of its own, as `npm start` does. */
export async function startLabPortal(env: Readonly<Record<string, string>>, port: number): Promise<LabPortal> {
  const program = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const address = `http://127.0.0.1:${port}`
  const post = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(`${address}/api${path}`, { method: 'POST', headers: { ...HEADERS, cookie }, body: JSON.stringify(body) })
  const logInCustomer = (): Promise<Response> => post(callPath(logIn), { email: LOGINS.customer, password: LOGINS.password })
  for (const until = performance.now() + TIMEOUT_MS; ; await sleep(200)) {
    const isReady = await logInCustomer().then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
    if (program.exitCode !== null || performance.now() > until) throw new Error('the portal does not start')
  }
  return {
    address,
    program,
    activate: async (iccids) => {
      const cookie = (await logInCustomer()).headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const { ok, status } = await post(callPath(massActivation), { icc: iccids }, cookie)
      if (!ok) throw new Error(`the SIMs could not be activated: HTTP ${status}`)
    },
    close: async () => {
      if (program.exitCode !== null || program.signalCode !== null) return
      const ended = once(program, 'exit')
      program.kill('SIGTERM')
      await ended
    },
  }
}
