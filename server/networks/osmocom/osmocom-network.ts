import type { Pool } from 'pg'
import type { KindServices } from '../kind.ts'
import { type Command, type CommandAnswer, type Network, type NetworkCallOptions, NetworkFault } from '../network.ts'
import {
  COMMAND_KINDS,
  type DataSession,
  type NetworkSim,
  type NetworkSimStatus,
  type NetworkView,
  type Registration,
  type RejectCause,
} from '../network-types.ts'
import { lastSession } from './books.queries.ts'
import { CHANGES, type ChangeKind, FORGOTTEN_BY_MESSAGES, misfit } from './changes.ts'
import { checkCore } from './check-core.ts'
import { type Core, openCore } from './core.ts'
import { listenToSgsn } from './listen-to-sgsn.ts'
import { type Looked, look } from './look.ts'
import type { OsmocomSettings } from './settings.ts'
import type { DeviceContext } from './sgsn.ts'

export type OsmocomServices = Pick<KindServices, 'pool' | 'log' | 'clock'>

interface Parts extends OsmocomServices {
  readonly core: Core
  readonly settings: () => OsmocomSettings
  /** one change of a SIM at a time */
  readonly turns: Map<string, Promise<unknown>>
}

/** A core of Osmocom's daemons. Each command is carried out when it is answered; what is known of a SIM is asked of the daemons. */
export function connectOsmocom(
  networkId: string,
  settings: () => OsmocomSettings,
  services: OsmocomServices,
): Network & { readonly close: () => void } {
  const parts: Parts = { ...services, settings, core: openCore(settings), turns: new Map() }
  const command =
    (kind: ChangeKind) =>
    (sim: NetworkSim, options: Command): Promise<CommandAnswer> =>
      carryOut(parts, kind, sim, options)
  return {
    capabilities: {
      commands: COMMAND_KINDS.filter((kind) => kind !== 'sendSms'),
      location: false,
      remembersRequests: false,
      confirmsByEvent: false,
      reportsUsage: true,
    },
    lookup: async (sim) => viewOf(await look(parts.core, known(parts, sim)), parts.clock()),
    status: (sim) => status(parts, sim),
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
    // a network with a message centre sends over that (smpp/sending-over.ts)
    sendSms: async () => rejected('not_supported', 'the network has no message centre'),
    check: (options) => checkCore(parts.core, settings(), options),
    listen: (sink) => listenToSgsn({ ...services, networkId, settings }, sink),
    close: parts.core.close,
  }
}

const rejected = (cause: RejectCause, text: string, retryable = false): CommandAnswer => ({
  kind: 'rejected',
  cause,
  text,
  retryable,
})

/** The IMSI of a SIM that the core carries. @throws NetworkFault for others */
function known({ settings }: Parts, { imsi }: NetworkSim): string {
  const home = settings().plmn.replace('-', '')
  if (/^\d{14,15}$/.test(imsi) && imsi.startsWith(home)) return imsi
  throw new NetworkFault('unknown_sim', `not an IMSI of ${home}`)
}

const viewOf = ({ state, vendorState }: Looked, asOf: Date): NetworkView => ({
  ...{ state, vendorState, asOf },
  since: undefined,
  pending: undefined,
})

async function carryOut(parts: Parts, kind: ChangeKind, sim: NetworkSim, { signal }: Command): Promise<CommandAnswer> {
  if (signal?.aborted) return rejected('unreachable', 'the caller no longer waits', true)
  const before = parts.turns.get(sim.imsi) ?? Promise.resolve()
  const own = before.then(() => change(parts, kind, sim, signal))
  const ended = own.then(
    () => undefined,
    () => undefined,
  )
  parts.turns.set(sim.imsi, ended)
  try {
    return await own
  } finally {
    if (parts.turns.get(sim.imsi) === ended) parts.turns.delete(sim.imsi)
  }
}

/** Looks, types what is lacking, and looks again: what was typed counts when it is seen to be so. */
async function change(
  parts: Parts,
  kind: ChangeKind,
  sim: NetworkSim,
  signal: AbortSignal | undefined,
): Promise<CommandAnswer> {
  const { core } = parts
  let hasBegun = false
  let done = 0
  try {
    const imsi = known(parts, sim)
    const before = await look(core, imsi)
    const cause = misfit(kind, before.state) ?? (kind === 'activate' ? await unfitNumber(core, sim) : undefined)
    if (cause) return rejected(cause, cause === 'invalid' ? 'no number, or another subscriber has it' : before.vendorState)
    hasBegun = true
    for (const step of CHANGES[kind].steps) {
      await step(core, sim, before, signal)
      done++
    }
    if (FORGOTTEN_BY_MESSAGES.includes(kind)) await forgetAtMessages(parts, imsi)
    const wanted = CHANGES[kind].to
    if (wanted === undefined) return { kind: 'done' }
    const after = await look(core, imsi)
    return after.state === wanted ? { kind: 'done' } : { kind: 'unknown', why: 'half_answer' }
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return hasBegun ? answerOf(error, done) : answerToLook(error)
  }
}

/** Nothing was typed yet. */
function answerToLook({ reason, message, isTransient }: NetworkFault): CommandAnswer {
  if (reason === 'unknown_sim') return rejected('unknown_sim', message)
  return isTransient ? rejected('unreachable', message, true) : rejected('network_error', message)
}

/** What a fault means for a command of which some steps were typed, and answered. */
function answerOf({ reason, message }: NetworkFault, done: number): CommandAnswer {
  if (reason === 'timeout' || reason === 'half_answer' || reason === 'connection') return { kind: 'unknown', why: reason }
  if (done > 0) return { kind: 'unknown', why: 'connection' }
  return reason === 'unreachable' ? rejected('unreachable', message, true) : rejected('network_error', message)
}

/** A number is one subscriber's alone: the register refuses it to another one after it has made the row. */
async function unfitNumber({ hlr }: Core, { imsi, msisdn }: NetworkSim): Promise<RejectCause | undefined> {
  if (!/^\d{3,15}$/.test(msisdn)) return 'invalid'
  const owner = await hlr.ownerOf(msisdn)
  return owner === '' || owner === imsi ? undefined : 'invalid'
}

/** The register tells the message side by itself that a subscriber may do nothing any more; this is for it to happen at once. */
async function forgetAtMessages({ core, settings, log }: Parts, imsi: string): Promise<void> {
  if (settings().mscHost === '') return
  try {
    await core.msc.expire(imsi)
  } catch (error) {
    log.warn({ err: error }, 'the message side could not be told to forget a device')
  }
}

async function status(parts: Parts, sim: NetworkSim, _options?: NetworkCallOptions): Promise<NetworkSimStatus> {
  const { core, pool, clock } = parts
  const imsi = known(parts, sim)
  const looked = await look(core, imsi)
  const context = await core.sgsn.context(imsi)
  const registration = await registrationOf(core, imsi, looked, context)
  const dataSession = await sessionOf(pool, sim.iccid, context, clock)
  const asOf = clock()
  return { view: viewOf(looked, asOf), registration, dataSession, asOf }
}

async function registrationOf(
  { hlr }: Core,
  imsi: string,
  { subscriber }: Looked,
  context: DeviceContext | undefined,
): Promise<Registration | undefined> {
  if (!subscriber?.wasSeen && !context) return undefined
  return {
    isRegistered: context?.isAttached ?? false,
    servingNetwork: context?.servingNetwork,
    radioTechnology: context?.radioTechnology,
    lastUpdateAt: subscriber ? await hlr.seenAt(imsi) : undefined,
    imei: context?.imei || (subscriber?.imei ?? ''),
  }
}

/** The session that the SGSN shows, with what its charging rows have told of it; or the last one that they told of. */
async function sessionOf(
  pool: Pool,
  iccid: string,
  context: DeviceContext | undefined,
  clock: () => Date,
): Promise<DataSession | undefined> {
  const told = await lastSession(pool, iccid)
  const shown = context?.session
  if (!shown) return told && { ...told, stoppedAt: told.stoppedAt ?? clock() }
  if (told && told.stoppedAt === undefined && told.ip === shown.ip) return told
  const { areaCode, cellId } = context
  return {
    ...{ sessionKey: '', startedAt: clock(), stoppedAt: undefined, sgsnIp: '', dataBytes: 0, endCause: undefined, ...shown },
    servingNetwork: context.servingNetwork,
    radioTechnology: context.radioTechnology,
    cell: areaCode === undefined || cellId === undefined ? undefined : { areaCode, cellId },
  }
}
