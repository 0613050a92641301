import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A real message centre, osmo-msc with its subscriber register, on a loopback address of its own. */
export interface Osmocom {
  readonly host: string
  readonly smppPort: number
  readonly subscribe: (imsi: string, msisdn: string) => Promise<void>
  /** ends the centre without warning, and starts it again on what it had stored */
  readonly killCentre: () => Promise<void>
  readonly startCentre: () => Promise<void>
  readonly close: () => Promise<void>
}

/** System id and password by which a portal binds, the number that devices write to. */
export const OSMOCOM_ACCOUNT = { systemId: 'portal', password: 'secret', source: '777' } as const
const SMPP_PORT = 2775
const PATIENCE_MS = 15_000

/** An address that no other run takes: all of 127.0.0.0/8 is loopback (RFC 1122 section 3.2.1.3). */
const ownAddress = (): string => `127.77.${(process.pid >> 8) & 0xff}.${(process.pid & 0x7f) + 1}`

export async function startOsmocom(): Promise<Osmocom> {
  const host = ownAddress()
  const folder = mkdtempSync(join(tmpdir(), 'enlace-osmocom-'))
  const library = join(folder, 'sctp-over-tcp.so')
  execFileSync('gcc', ['-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'sctp-over-tcp.c'), '-ldl'])
  const start = (name: 'hlr' | 'msc', config: string, env: Record<string, string> = {}): ChildProcess => {
    const own = join(folder, name)
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'config'), config)
    const log = openSync(join(own, 'log'), 'a')
    // a test run that is killed leaves none behind
    const command = ['--pdeathsig', 'KILL', `osmo-${name}`, '-c', 'config']
    return spawn('setpriv', command, { cwd: own, env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
  }
  const register = start('hlr', registerConfig(host))
  let centre: ChildProcess | undefined
  const startCentre = async (): Promise<void> => {
    centre = start('msc', centreConfig(host), { LD_PRELOAD: library })
    await Promise.all([answers(host, SMPP_PORT), answers(host, 29118)])
    // without the register it refuses every phone
    const isJoined = async (): Promise<boolean> => (await typeAt(host, 4258, 'show gsup-connections')).includes('MSC-TEST')
    for (const until = performance.now() + PATIENCE_MS; !(await isJoined()) && performance.now() < until; ) await pause(50)
  }
  await answers(host, 4222)
  await startCentre()
  return {
    host,
    smppPort: SMPP_PORT,
    subscribe: async (imsi, msisdn) => {
      await typeAt(host, 4258, `subscriber imsi ${imsi} create`)
      await typeAt(host, 4258, `subscriber imsi ${imsi} update msisdn ${msisdn}`)
    },
    killCentre: () => end(centre),
    startCentre,
    close: async () => {
      await end(centre)
      await end(register)
      rmSync(folder, { recursive: true })
    },
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

async function answers(host: string, port: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host, () => resolve(true))
      socket.on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isThere) return
    if (performance.now() > until) throw new Error(`nothing answers on ${host}:${port}`)
    await pause(50)
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

const LOG = 'log stderr\n logging filter all 1\n logging level set-all notice\n'

const registerConfig = (host: string): string => `${LOG}line vty
 no login
 bind ${host} 4258
ctrl
 bind ${host}
hlr
 database hlr.db
 gsup
  bind ip ${host}
`

const centreConfig = (host: string): string => `${LOG}line vty
 no login
 bind ${host} 4254
ctrl
 bind ${host}
cs7 instance 0
 point-code 0.23.1
 asp asp-0 5000 0 ipa
  remote-ip ${host}
 as as-0 ipa
  asp asp-0
  routing-key 0 0.23.1
network
 network country code 901
 mobile network code 70
 short name Test
 long name Test
 encryption a5 0
 authentication optional
msc
 mgw remote-ip ${host}
 mgw remote-port 2427
hlr
 remote-ip ${host}
 remote-port 4222
 ipa-name MSC-TEST
sgs
 local-ip ${host}
smpp
 local-tcp-ip ${host} ${SMPP_PORT}
 system-id osmo
 policy closed
 smpp-first
 esme ${OSMOCOM_ACCOUNT.systemId}
  password ${OSMOCOM_ACCOUNT.password}
  alert-notifications
  dcs-transparent
  default-route
`
