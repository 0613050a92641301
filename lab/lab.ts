import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { LAB_NETWORK } from './core/configs.ts'
import { startCore } from './core/core.ts'
import { missingRequirement } from './core/core-requirements.ts'
import { namespaceHost } from './core/lab-host.ts'
import { openGbCell } from './phone/gb-cell.ts'
import { labSim } from './portal/lab-network.ts'
import { startLabPortal } from './portal/lab-portal.ts'
import { LOGINS, preparePortal } from './portal/prepare-portal.ts'
import { runPhone } from './run-phone.ts'

const PHONES = 10
/** The others show a first activation. */
const ACTIVATED = 8
const AREA = { mcc: LAB_NETWORK.mcc, mnc: LAB_NETWORK.mnc, areaCode: 7, cellId: 4660 }

const print = (text: string): boolean => process.stdout.write(`${text}\n`)
const closers: (() => Promise<void> | void)[] = []
const ending = new AbortController()

/** Closes everything once, in reverse order. */
async function shutDown(exitCode: number): Promise<void> {
  if (ending.signal.aborted) return
  ending.abort()
  for (let close = closers.pop(); close; close = closers.pop()) await close()
  process.exit(exitCode)
}

async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'enlace-lab-'))
  closers.push(() => rm(dataDir, { recursive: true }))
  const port = Number(process.env.PORT ?? 3000)
  const env = { DATA_DIR: dataDir, DATABASE_URL: '', SEED: 'none', RADIUS_PORT: '0', LOG_LEVEL: 'warn' }
  print('\n  A mobile core of osmo-hlr, osmo-sgsn, osmo-ggsn and osmo-msc starts in a network namespace of its own')
  const core = await startCore(await namespaceHost(), ['hlr', 'ggsn', 'sgsn', 'msc'])
  closers.push(core.close)
  print('  The portal creates its database')
  await preparePortal(loadConfig({ ...process.env, ...env }), core.host, PHONES)
  const portal = await startLabPortal(env, port)
  closers.push(portal.close)
  portal.program.once('exit', () => void shutDown(1))
  const { customer, admin, password } = LOGINS
  print(`\n  Enlace runs at ${portal.address}\n`)
  print(`    ${customer.padEnd(20)} the company with the ${PHONES} SIMs\n    ${admin.padEnd(20)} administrator`)
  print(`    password ${password}\n\n  Hibernate a SIM there and watch its phone here. Ctrl-C ends everything.\n`)
  const cell = await openGbCell(core.host, AREA)
  closers.push(cell.close)
  const numbers = Array.from({ length: PHONES }, (_, index) => index + 1)
  for (const n of numbers) void runPhone(cell, n, (state) => printState(n, state), ending.signal)
  await portal.activate(numbers.slice(0, ACTIVATED).map((n) => labSim(n).iccid))
}

function printState(n: number, state: string): void {
  const time = new Date().toTimeString().slice(0, 8)
  if (!ending.signal.aborted) print(`  ${time}  Lab ${String(n).padEnd(3)} ${labSim(n).imsi}  ${state}`)
}

const why = missingRequirement()
if (why !== '') {
  console.error(`The laboratory cannot run: ${why}.`)
  process.exit(1)
}
// Ctrl-C arrives twice: from the terminal, and from the parent command
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(signal, () => {
    if (!ending.signal.aborted) print('\n  Ending')
    void shutDown(0)
  })
try {
  await run()
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(error)
    await shutDown(1)
  }
}
