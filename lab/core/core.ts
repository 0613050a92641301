import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONFIGS, type DaemonName, PORTS } from './configs.ts'
import { endOf, type LabPlace } from './place.ts'

/** A real mobile core of programs that we did not write: Osmocom's, from Debian's packages. */
export interface LabCore extends LabPlace {
  /** with all that it has stored; resolves when it answers and is connected to the register */
  readonly start: (name: DaemonName) => Promise<void>
  /** ends it without warning */
  readonly kill: (name: DaemonName) => Promise<void>
  /** types a line at its console, and gives what it shows */
  readonly type: (name: DaemonName, line: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** What the parts of a core are called when they speak to the register. */
const PEERS: Readonly<Partial<Record<DaemonName, string>>> = { sgsn: 'SGSN-TEST', msc: 'MSC-TEST' }
const TIMEOUT_MS = 15_000
/** The register waits for the disk at each change. */
const MEMORY = '/dev/shm'

/** @param names in the order in which they are started */
export async function startCore(place: LabPlace, names: readonly DaemonName[]): Promise<LabCore> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'enlace-osmocom-'))
  const library = join(folder, 'sctp-over-tcp.so')
  if (names.includes('msc')) buildSctp(library)
  const running = new Map<DaemonName, ChildProcess>()
  const { host, enter } = place
  const type = (name: DaemonName, line: string): Promise<string> => typeAt(host, PORTS[name].vty, line)
  const start = async (name: DaemonName): Promise<void> => {
    const own = join(folder, name)
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'config'), CONFIGS[name](place))
    const log = openSync(join(own, 'log'), 'a')
    // a run that is killed leaves none behind
    const command = ['--pdeathsig', 'KILL', ...enter, `osmo-${name}`, '-c', 'config']
    const env = { ...process.env, ...(name === 'msc' && { LD_PRELOAD: library }) }
    running.set(name, spawn('setpriv', command, { cwd: own, env, stdio: ['ignore', log, log] }))
    await Promise.all(portsOf(name).map((port) => answers(host, port)))
    const peer = PEERS[name]
    // without the register it refuses every phone
    const isJoined = async (): Promise<boolean> => !peer || (await type('hlr', 'show gsup-connections')).includes(peer)
    for (const until = performance.now() + TIMEOUT_MS; !(await isJoined()) && performance.now() < until; ) await sleep(50)
  }
  const core: LabCore = {
    ...place,
    start,
    type,
    kill: (name) => endOf(running.get(name)),
    close: async () => {
      for (const name of names.toReversed()) await endOf(running.get(name))
      await place.close()
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

async function answers(host: string, port: number): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    if (performance.now() > until) throw new Error(`nothing answers on ${host}:${port}`)
    await sleep(50)
  }
}

/** A console waits for the next line. */
const PROMPT = /[\w-]+[>#] $/

/** Types a command at a daemon's console, and gives what it shows. */
function typeAt(host: string, port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = ['enable', command]
    let shown = ''
    const socket = connect(port, host)
    socket.on('error', reject)
    socket.on('data', (data) => {
      shown += data.toString('latin1')
      if (!PROMPT.test(shown)) return
      const next = lines.shift()
      if (next === undefined) {
        socket.destroy()
        resolve(shown)
        return
      }
      shown = ''
      socket.write(`${next}\n`)
    })
  })
}
