import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATABASE_MEMORY_MB } from './database-memory.ts'

type Ended = { code: number | null; stdout: string; stderr: string }

export type TestServerProcess = {
  child: ChildProcess
  /** the address of its ready line; rejects when the process ends before */
  address: Promise<string>
  ended: Promise<Ended>
}

/** Of the run's processes, which load the same files: compiled once, a process is there for half of the processor time. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'enlace-compiled') }

/** Starts `server/main.ts` (or another program) as its own process with nothing but the given settings. */
export function startProcess(env: Record<string, string>, args: string[] = ['server/main.ts']): TestServerProcess {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, TMPDIR, ...COMPILED, DATABASE_MEMORY_MB: String(DATABASE_MEMORY_MB), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      const found = /Enlace is ready at (http:[^"]+)/.exec(stdout)?.[1]
      if (found) resolve(found)
    })
    ended.then(() => reject(new Error(`ended before it was ready: ${stderr}`)), reject)
  })
  // a test that awaits the end only must not fail for the address that never came
  address.catch(() => undefined)
  return { child, address, ended }
}
