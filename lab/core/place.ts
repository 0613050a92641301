import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where a core runs, and how it is reached from here. */
export interface LabPlace {
  /** the address of its interfaces */
  readonly host: string
  readonly sgsnIp: string
  readonly ggsnIp: string
  /** what a program is started by to run there */
  readonly enter: readonly string[]
  readonly close: () => Promise<void>
}

/** A loopback address that no other run takes: all of 127.0.0.0/8 is loopback (RFC 1122 section 3.2.1.3). For messages it is enough. */
export function loopbackPlace(): LabPlace {
  const host = `127.77.${(process.pid >> 8) & 0xff}.${(process.pid & 0x7f) + 1}`
  return { host, sgsnIp: host, ggsnIp: host, enter: [], close: async () => undefined }
}

/** Carries no packet out: phones send there what needs no answer (RFC 5737). */
const NOWHERE = '198.51.100.0/24'
const TIMEOUT_MS = 5_000

/**
 * A network namespace of its own, with a cable to here: a GGSN has an interface and routes, which are no business of this machine.
 * It ends with this process. Needs root.
 */
export async function namespacePlace(): Promise<LabPlace> {
  const holder = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', '--net', 'sleep', 'infinity'], { stdio: 'ignore' })
  await hasOwnNamespace(holder)
  const space = `--net=/proc/${holder.pid}/ns/net`
  const here = (...args: string[]): unknown => execFileSync('ip', args, { stdio: 'pipe' })
  const there = (...args: string[]): unknown => execFileSync('nsenter', [space, 'ip', ...args], { stdio: 'pipe' })
  const cable = `enl${process.pid}`
  const [ours, host] = addresses(process.pid)
  const [sgsnIp, ggsnIp] = ['10.98.0.1', '10.98.0.2']
  here('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'lab', 'netns', String(holder.pid))
  here('address', 'add', `${ours}/30`, 'dev', cable)
  here('link', 'set', cable, 'up')
  there('address', 'add', `${host}/30`, 'dev', 'lab')
  for (const device of ['lo', 'lab']) there('link', 'set', device, 'up')
  for (const ip of [sgsnIp, ggsnIp]) there('address', 'add', `${ip}/32`, 'dev', 'lo')
  there('route', 'add', 'blackhole', NOWHERE)
  return { host, sgsnIp, ggsnIp, enter: ['nsenter', space], close: () => endOf(holder) }
}

/** Two addresses of 198.18.0.0/15, which is for tests between machines (RFC 2544 appendix C.2.2). */
function addresses(seed: number): readonly [string, string] {
  const n = seed & 0x3fff
  const net = (last: number): string => `198.18.${n >> 6}.${(n & 63) * 4 + last}`
  return [net(1), net(2)]
}

async function hasOwnNamespace({ pid }: ChildProcess): Promise<void> {
  const until = performance.now() + TIMEOUT_MS
  const isReady = (): boolean => {
    try {
      const isApart = readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync('/proc/self/ns/net')
      return isApart && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sleep'
    } catch {
      return false
    }
  }
  while (!isReady()) {
    if (performance.now() > until) throw new Error('no network namespace of its own')
    await sleep(10)
  }
}

/** Ends a program at once, and waits for it. */
export async function endOf(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
