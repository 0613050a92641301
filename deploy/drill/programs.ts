import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const isRoot = process.getuid?.() === 0
/** What the drills need of Debian is there. */
export const canDrill =
  isRoot && ['patroni', 'etcd', 'haproxy', 'pgbackrest', 'setpriv'].every((name) => spawnSync('which', [name]).status === 0)

export interface Program {
  readonly child: ChildProcess
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
  /** the end of what it printed */
  readonly printed: () => string
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly log: string
}

const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups', '--pdeathsig=KILL', '--']
const environment = (env: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env.PATH ?? '',
  LANG: 'C.UTF-8',
  ...env,
})

/** Starts a program as the user postgres; it ends with this process. */
export function startAsPostgres(command: readonly string[], { env, log }: ProgramOptions): Program {
  const file = openSync(log, 'a')
  const child = spawn('setpriv', [...AS_POSTGRES, ...command], {
    env: environment(env),
    stdio: ['ignore', file, file],
    cwd: '/',
  })
  const ended = once(child, 'exit')
  return {
    child,
    kill: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await ended
    },
    printed: () => readFileSync(log, 'utf8').slice(-3_000),
  }
}

/** Runs a program as the user postgres to its end. @throws Error with what it printed when it fails */
export function runAsPostgres(command: readonly string[], env?: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync('setpriv', [...AS_POSTGRES, ...command], {
    env: environment(env),
    encoding: 'utf8',
    cwd: '/',
  })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

/** Hands a folder to the user postgres. */
export function ownedByPostgres(path: string): string {
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  chownSync(path, idOf('-u'), idOf('-g'))
  return path
}

/** Tries until it succeeds. @throws the last error when the time is over */
export async function eventually<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > until) throw error
      await sleep(100)
    }
  }
}
