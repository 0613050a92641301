import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const hasHaproxy = ['haproxy', 'setpriv'].every((name) => spawnSync('which', [name]).status === 0)

const FILE = join(import.meta.dirname, '../deploy/haproxy/haproxy.cfg')
const START_TIMEOUT_MS = 10_000

export interface Haproxy {
  readonly address: string
  readonly close: () => Promise<void>
}

/** HAProxy with the file that the documentation recommends, before three processes on ports of this machine. */
export async function startHaproxy(port: number, processes: readonly number[]): Promise<Haproxy> {
  const at = (index: number): string => `127.0.0.1:${processes[index]}`
  const env = {
    ...process.env,
    ENLACE_BIND: `127.0.0.1:${port}`,
    ...{ ENLACE_PROCESS_1: at(0), ENLACE_PROCESS_2: at(1), ENLACE_PROCESS_3: at(2) },
  }
  // it must not stay when the run is killed
  const child = spawn('setpriv', ['--pdeathsig=KILL', 'haproxy', '-db', '-f', FILE], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close')
  const address = `http://127.0.0.1:${port}`
  const until = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined)
    if (response?.ok) break
    if (child.exitCode !== null || performance.now() > until) throw new Error(`HAProxy serves nothing: ${stderr}`)
    await sleep(50)
  }
  return {
    address,
    close: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
