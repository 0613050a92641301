import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where a core runs, with its addresses. */
export interface LabHost {
  /** the address of its interfaces */
  readonly host: string
  readonly sgsnIp: string
  readonly ggsnIp: string
  /** the command that runs a program there */
  readonly commandPrefix: readonly string[]
  readonly close: () => Promise<void>
}

/** A loopback address of this run: all of 127.0.0.0/8 is loopback (RFC 1122 section 3.2.1.3). Sufficient for messages. */
export function loopbackHost(): LabHost {
  const host = `127.77.${(process.pid >> 8) & 0xff}.${(process.pid & 0x7f) + 1}`
  return { host, sgsnIp: host, ggsnIp: host, commandPrefix: [], close: async () => undefined }
}

/** Packets to it are discarded: phones send there (RFC 5737). */
const BLACKHOLE = '198.51.100.0/24'
const TIMEOUT_MS = 5_000

/**
 * A network namespace with a link to this machine: a GGSN has an interface and routes, which stay inside it. It ends with this
 * process. Needs root.
 */
export async function namespaceHost(): Promise<LabHost> {
  const holder = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  await waitForNamespace(holder)
  const namespaceOption = `--net=/proc/${holder.pid}/ns/net`
  const runHere = (...args: string[]): unknown => execFileSync('ip', args, { stdio: 'pipe' })
  const runInside = (...args: string[]): unknown => execFileSync('nsenter', [namespaceOption, 'ip', ...args], { stdio: 'pipe' })
  const link = `enl${process.pid}`
  const [ownAddress, host] = addresses(process.pid)
  const [sgsnIp, ggsnIp] = ['10.98.0.1', '10.98.0.2']
  runHere('link', 'add', link, 'type', 'veth', 'peer', 'name', 'lab', 'netns', String(holder.pid))
  runHere('address', 'add', `${ownAddress}/30`, 'dev', link)
  runHere('link', 'set', link, 'up')
  runInside('address', 'add', `${host}/30`, 'dev', 'lab')
  for (const device of ['lo', 'lab']) runInside('link', 'set', device, 'up')
  for (const ip of [sgsnIp, ggsnIp]) runInside('address', 'add', `${ip}/32`, 'dev', 'lo')
  runInside('route', 'add', 'blackhole', BLACKHOLE)
  return { host, sgsnIp, ggsnIp, commandPrefix: ['nsenter', namespaceOption], close: () => killAndWait(holder) }
}

/** Two addresses of 198.18.0.0/15, the range for tests between machines (RFC 2544 appendix C.2.2). */
function addresses(seed: number): readonly [string, string] {
  const n = seed & 0x3fff
  const net = (last: number): string => `198.18.${n >> 6}.${(n & 63) * 4 + last}`
  return [net(1), net(2)]
}

async function waitForNamespace({ pid }: ChildProcess): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  const isReady = (): boolean => {
    try {
      const isApart = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
      return isApart && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sleep'
    } catch {
      return false
    }
  }
  while (!isReady()) {
    if (performance.now() > deadline) throw new Error('no network namespace of its own')
    await sleep(10)
  }
}

/** Kills a program and waits for its end. */
export async function killAndWait(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
