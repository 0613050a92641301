import type { AskCells } from '#server/cells/ask-cells.ts'
import { createKeyedMutex, type KeyedMutex } from '../keyed-mutex.ts'
import { type Command, type CommandAnswer, type Network, NetworkFault } from '../network.ts'
import {
  COMMAND_KINDS,
  type DataSession,
  type NetworkSim,
  type NetworkSimStatus,
  type NetworkView,
  type Registration,
  type RejectCause,
} from '../network-types.ts'
import { checkCore } from './check-core.ts'
import { type Core, openCore } from './core.ts'
import { listenToSgsn } from './listen-to-sgsn.ts'
import { readSimState, type SimState } from './read-sim-state.ts'
import type { OsmocomServices } from './services.ts'
import type { OsmocomSettings } from './settings.ts'
import type { DeviceContext } from './sgsn.ts'
import { CHANGES, type ChangeKind, EXPIRED_AT_MSC, rejectCause } from './state-changes.ts'
import { lastSession } from './stored-sessions.queries.ts'

interface NetworkContext extends OsmocomServices {
  readonly core: Core
  readonly settings: () => OsmocomSettings
  /** one change of a SIM at a time */
  readonly mutex: KeyedMutex
}

/** A core of Osmocom's daemons. Commands are answered once they are carried out; the state of a SIM is read from the daemons. */
export function connectOsmocom(
  networkId: string,
  settings: () => OsmocomSettings,
  services: OsmocomServices,
): Network & { readonly close: () => void } {
  const context: NetworkContext = { ...services, settings, core: openCore(settings), mutex: createKeyedMutex() }
  const command =
    (kind: ChangeKind) =>
    (sim: NetworkSim, options: Command): Promise<CommandAnswer> =>
      runCommand(context, kind, sim, options)
  return {
    capabilities: {
      commands: COMMAND_KINDS.filter((kind) => kind !== 'sendSms'),
      location: false,
      remembersRequests: false,
      confirmsByEvent: false,
      reportsUsage: true,
    },
    lookup: async (sim) => viewOf(await readSimState(context.core, ownImsi(context, sim)), services.clock()),
    status: (sim) => readStatus(context, sim),
    location: async () => {
      throw new NetworkFault('not_supported', 'a cell is told, not where it stands')
    },
    activate: command('activate'),
    suspend: command('suspend'),
    resume: command('resume'),
    terminate: command('terminate'),
    cutData: command('cutData'),
    restoreData: command('restoreData'),
    resetConnection: command('resetConnection'),
    // a network with a message centre sends over the centre's link (smpp/with-message-link.ts)
    sendSms: async () => rejected('not_supported', 'the network has no message centre'),
    check: (options) => checkCore(context.core, settings(), options),
    listen: (sink) => listenToSgsn({ ...services, networkId, settings, sgsn: context.core.sgsn, sink }),
    close: context.core.close,
  }
}

const rejected = (cause: RejectCause, text: string, retryable = false): CommandAnswer => ({
  kind: 'rejected',
  cause,
  text,
  retryable,
})

/** The IMSI of a SIM that the core carries. @throws NetworkFault for others */
function ownImsi({ settings }: NetworkContext, { imsi }: NetworkSim): string {
  const home = settings().plmn.replace('-', '')
  if (/^\d{14,15}$/.test(imsi) && imsi.startsWith(home)) return imsi
  throw new NetworkFault('unknown_sim', `not an IMSI of ${home}`)
}

const viewOf = ({ state, vendorState }: SimState, asOf: Date): NetworkView => ({
  ...{ state, vendorState, asOf },
  since: undefined,
  pending: undefined,
})

async function runCommand(
  context: NetworkContext,
  kind: ChangeKind,
  sim: NetworkSim,
  { signal }: Command,
): Promise<CommandAnswer> {
  if (signal?.aborted) return rejected('unreachable', 'the caller no longer waits', true)
  return context.mutex.runExclusive(sim.imsi, () => changeState(context, kind, sim, signal))
}

/** Reads the state, runs the steps, and reads the state again: the command is done when the state is the target. */
async function changeState(
  context: NetworkContext,
  kind: ChangeKind,
  sim: NetworkSim,
  signal: AbortSignal | undefined,
): Promise<CommandAnswer> {
  const { core } = context
  let hasBegun = false
  let done = 0
  try {
    const imsi = ownImsi(context, sim)
    const before = await readSimState(core, imsi)
    const cause = rejectCause(kind, before.state) ?? (kind === 'activate' ? await rejectNumber(core, sim) : undefined)
    if (cause) return rejected(cause, cause === 'invalid' ? 'no number, or another subscriber has it' : before.vendorState)
    hasBegun = true
    for (const step of CHANGES[kind].steps) {
      await step(core, sim, before, signal)
      done++
    }
    if (EXPIRED_AT_MSC.includes(kind)) await expireAtMsc(context, imsi)
    const target = CHANGES[kind].to
    if (target === undefined) return { kind: 'done' }
    const after = await readSimState(core, imsi)
    return after.state === target ? { kind: 'done' } : { kind: 'unknown', why: 'half_answer' }
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return hasBegun ? answerAfterSteps(error, done) : answerBeforeSteps(error)
  }
}

/** The answer for a fault before any command was sent. */
function answerBeforeSteps({ reason, message, isTransient }: NetworkFault): CommandAnswer {
  if (reason === 'unknown_sim') return rejected('unknown_sim', message)
  return isTransient ? rejected('unreachable', message, true) : rejected('network_error', message)
}

/** The answer for a fault after some steps were sent and answered. */
function answerAfterSteps({ reason, message }: NetworkFault, done: number): CommandAnswer {
  if (reason === 'timeout' || reason === 'half_answer' || reason === 'connection') return { kind: 'unknown', why: reason }
  if (done > 0) return { kind: 'unknown', why: 'connection' }
  return reason === 'unreachable' ? rejected('unreachable', message, true) : rejected('network_error', message)
}

/** Checks the number before the subscriber is created: the HLR rejects a number of another subscriber only afterwards. */
async function rejectNumber({ hlr }: Core, { imsi, msisdn }: NetworkSim): Promise<RejectCause | undefined> {
  if (!/^\d{3,15}$/.test(msisdn)) return 'invalid'
  const owner = await hlr.ownerOf(msisdn)
  return owner === '' || owner === imsi ? undefined : 'invalid'
}

/** The HLR reports a denied subscriber to the MSC by itself; this makes it take effect at once. */
async function expireAtMsc({ core, settings, log }: NetworkContext, imsi: string): Promise<void> {
  if (settings().mscHost === '') return
  try {
    await core.msc.expire(imsi)
  } catch (error) {
    log.warn({ err: error }, 'a device’s registration could not be removed at the MSC')
  }
}

async function readStatus(context: NetworkContext, sim: NetworkSim): Promise<NetworkSimStatus> {
  const { core, askCells, clock } = context
  const imsi = ownImsi(context, sim)
  const simState = await readSimState(core, imsi)
  const device = await core.sgsn.context(imsi)
  const registration = await registrationOf(core, imsi, simState, device)
  const dataSession = await sessionOf(askCells, sim.iccid, device, clock)
  const asOf = clock()
  return { view: viewOf(simState, asOf), registration, dataSession, asOf }
}

async function registrationOf(
  { hlr }: Core,
  imsi: string,
  { subscriber }: SimState,
  device: DeviceContext | undefined,
): Promise<Registration | undefined> {
  if (!subscriber?.wasSeen && !device) return undefined
  return {
    isRegistered: device?.isAttached ?? false,
    servingNetwork: device?.servingNetwork,
    radioTechnology: device?.radioTechnology,
    lastUpdateAt: subscriber ? await hlr.seenAt(imsi) : undefined,
    imei: device?.imei || (subscriber?.imei ?? ''),
  }
}

/** The session that is active at the SGSN, with its stored usage; or the last stored one. */
async function sessionOf(
  askCells: AskCells,
  iccid: string,
  device: DeviceContext | undefined,
  clock: () => Date,
): Promise<DataSession | undefined> {
  const stored = await lastSession(askCells, iccid)
  const active = device?.session
  if (!active) return stored && { ...stored, stoppedAt: stored.stoppedAt ?? clock() }
  if (stored && stored.stoppedAt === undefined && stored.ip === active.ip) return stored
  const { areaCode, cellId } = device
  return {
    ...{ sessionKey: '', startedAt: clock(), stoppedAt: undefined, sgsnIp: '', dataBytes: 0, endCause: undefined, ...active },
    servingNetwork: device.servingNetwork,
    radioTechnology: device.radioTechnology,
    cell: areaCode === undefined || cellId === undefined ? undefined : { areaCode, cellId },
  }
}
