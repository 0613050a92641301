import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIGS, type DaemonName, PORTS } from './configs.ts'
import { killAndWait, type LabHost } from './lab-host.ts'

/** A real mobile core: Osmocom's daemons, from Debian's packages. */
export interface LabCore extends LabHost {
  /** starts a daemon on its stored data; resolves when it answers and is connected to the HLR */
  readonly start: (name: DaemonName) => Promise<void>
  /** kills it (SIGKILL) */
  readonly kill: (name: DaemonName) => Promise<void>
  /** runs a command at its console and returns the output */
  readonly run: (name: DaemonName, line: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** The daemons' names at the HLR. */
const PEERS: Readonly<Partial<Record<DaemonName, string>>> = { sgsn: 'SGSN-TEST', msc: 'MSC-TEST' }
const TIMEOUT_MS = 15_000
/** The HLR writes each change to disk, which is faster in memory. */
const MEMORY_FOLDER = '/dev/shm'

/** @param names in the order in which they are started */
export async function startCore(labHost: LabHost, names: readonly DaemonName[]): Promise<LabCore> {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'enlace-osmocom-'))
  const library = join(folder, 'sctp-over-tcp.so')
  if (names.includes('msc')) buildSctp(library)
  const running = new Map<DaemonName, ChildProcess>()
  const { host, commandPrefix } = labHost
  const run = (name: DaemonName, line: string): Promise<string> => runAtConsole(host, PORTS[name].vty, line)
  const start = async (name: DaemonName): Promise<void> => {
    const daemonFolder = join(folder, name)
    mkdirSync(daemonFolder, { recursive: true })
    writeFileSync(join(daemonFolder, 'config'), CONFIGS[name](labHost))
    const log = openSync(join(daemonFolder, 'log'), 'a')
    // daemons end with the run, also when it is killed
    const command = ['--pdeathsig', 'KILL', ...commandPrefix, `osmo-${name}`, '-c', 'config']
    const env = { ...process.env, ...(name === 'msc' && { LD_PRELOAD: library }) }
    running.set(name, spawn('setpriv', command, { cwd: daemonFolder, env, stdio: ['ignore', log, log] }))
    await Promise.all(portsOf(name).map((port) => waitForPort(host, port)))
    const peer = PEERS[name]
    // without the HLR it refuses every phone
    const isJoined = async (): Promise<boolean> => !peer || (await run('hlr', 'show gsup-connections')).includes(peer)
    for (const until = performance.now() + TIMEOUT_MS; !(await isJoined()) && performance.now() < until; ) await sleep(50)
  }
  const core: LabCore = {
    ...labHost,
    start,
    run,
    kill: (name) => killAndWait(running.get(name)),
    close: async () => {
      for (const name of names.toReversed()) await killAndWait(running.get(name))
      await labHost.close()
      rmSync(folder, { recursive: true })
    },
  }
  for (const name of names) await start(name)
  return core
}

const portsOf = (name: DaemonName): number[] =>
  Object.entries(PORTS[name]).flatMap(([use, port]) => (use === 'gb' ? [] : [port]))

function buildSctp(library: string): void {
  execFileSync('gcc', ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, '../phone/sctp-over-tcp.c'), '-ldl'])
}

async function waitForPort(host: string, port: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
    if (performance.now() > deadline) throw new Error(`nothing answers on ${host}:${port}`)
    await sleep(50)
  }
}

/** The prompt of a console. */
const PROMPT = /[\w-]+[>#] $/

/** Runs a command at a daemon's console and returns the output. */
function runAtConsole(host: string, port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = ['enable', command]
    let output = ''
    const socket = connect(port, host)
    socket.on('error', reject)
    socket.on('data', (data) => {
      output += data.toString('latin1')
      if (!PROMPT.test(output)) return
      const next = lines.shift()
      if (next === undefined) {
        socket.destroy()
        resolve(output)
        return
      }
      output = ''
      socket.write(`${next}\n`)
    })
  })
}
