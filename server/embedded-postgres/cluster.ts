import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { fileWork, StartFailure } from '#server/start-failure.ts'
import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'

export const SUPERUSER = 'enlace'

/**
 * Makes the cluster's folder when there is none. It is made aside and then renamed, so that an interrupted attempt leaves
 * nothing that looks like a cluster.
 */
export async function ensureCluster(dataFolder: string, binaries: Binaries, runAs: RunAs, durable: boolean): Promise<void> {
  if (existsSync(dataFolder)) return
  const draft = `${dataFolder}.new`
  fileWork(`make the database folder ${dataFolder}`, () => {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    runAs.give(draft)
  })
  const [program, args] = runAs.command(binaries.initdb, initArguments(draft, durable))
  const { code, output } = await run(program, args, runAs)
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new StartFailure(`Cannot make the database in ${dataFolder}: ${reasonIn(output)}.`)
  }
  fileWork(`make the database folder ${dataFolder}`, () => renameSync(draft, dataFolder))
}

function initArguments(folder: string, durable: boolean): string[] {
  // bytes decide order (fast indexes, the same everywhere), Unicode decides what a letter is (case folding, trigrams)
  const characters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'
  return [
    ...['-D', folder, '-U', SUPERUSER, '--encoding=UTF8', '--locale=C', `--lc-ctype=${characters}`],
    // only the owner and root can enter the socket's folder (mode 0700); nothing listens on the network
    ...['--auth-local=trust', '--auth-host=reject'],
    ...(durable ? [] : ['--no-sync']),
  ]
}

function run(program: string, args: string[], runAs: RunAs): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs.options, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const endOnExit = (): void => void child.kill()
    process.once('exit', endOnExit)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', endOnExit)
      resolve({ code, output })
    })
  })
}

/** The reason in what one of PostgreSQL's programs printed, without a full stop. */
export function reasonIn(output: string): string {
  if (/No space left on device/.test(output)) return 'the disk is full'
  if (/Disk quota exceeded/.test(output)) return 'the disk quota is used up'
  if (/Read-only file system/.test(output)) return 'the disk is read-only'
  const version = /initialized by PostgreSQL version (\S+?),/.exec(output)?.[1]
  if (version) return `its files were made by PostgreSQL ${version}, and this Enlace brings another version`
  const reasons = [...output.matchAll(/(?:FATAL|PANIC|error): +(.+)/g)]
  return (reasons.at(-1)?.[1] ?? output.trim().split('\n').at(-1) ?? 'no reason was given').replace(/\.$/, '')
}
