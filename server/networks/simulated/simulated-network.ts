import { createBatcher } from '../batcher.ts'
import type { KindServices, OpenKind } from '../kind.ts'
import {
  type CheckStep,
  type Command,
  type CommandAnswer,
  type Network,
  type NetworkCallOptions,
  NetworkFault,
} from '../network.ts'
import { COMMAND_KINDS, type CommandKind, type NetworkSim } from '../network-types.ts'
import { type CommandOutcome, isDown, readOutcome } from './command-outcome.ts'
import { type CommandReply, handleCommand, type IncomingCommand } from './handle-command.ts'
import { createMessageLinks, type MessageLinks } from './message-links.ts'
import { readSims } from './read-sims.ts'
import { createRunner, type SimulationRunner } from './runner.ts'
import { scheduleEvents } from './schedule-events.ts'
import type { SimulatedSettings } from './settings.ts'
import type { SimulatedSim } from './sim.ts'
import { createSimulationStore, type SimulationStore } from './store.ts'
import { toLocation, toNetworkStatus, toNetworkView } from './views.ts'
import { waitForAbort, waitUntil } from './waits.ts'

export interface SimulatedOptions extends Pick<KindServices, 'pool' | 'askCells' | 'roster' | 'log' | 'clock' | 'reportUsage'> {
  readonly connectionString: string
}

/** Commands per transaction. */
const BATCH_SIZE = 250
const CONCURRENCY = 2
const LINGER_MS = 3

interface NetworkServices {
  readonly clock: () => Date
  readonly send: (incoming: IncomingCommand) => Promise<CommandReply>
  readonly read: (iccid: string) => Promise<SimulatedSim | undefined>
  readonly runner: SimulationRunner
  readonly messages: MessageLinks
}

/** Opens the embedded network in this process. Its state is in the database and shared by all processes. */
export function openSimulated({
  connectionString,
  pool,
  askCells,
  roster,
  log,
  clock,
  reportUsage,
}: SimulatedOptions): OpenKind<SimulatedSettings> {
  const store = createSimulationStore(connectionString, roster.find)
  const runner = createRunner({ store, roster, clock, log, reportUsage })
  const commands = createBatcher<IncomingCommand, CommandReply>({
    keyOf: ({ iccid }) => iccid,
    work: (items) => processBatch(store, items, clock(), runner.notify),
    maxSize: BATCH_SIZE,
    concurrency: CONCURRENCY,
    lingerMs: LINGER_MS,
  })
  const reads = createBatcher<string, SimulatedSim | undefined>({
    keyOf: (iccid) => iccid,
    work: (iccids) => readSims(store, iccids, clock(), runner.settingsOf),
    maxSize: BATCH_SIZE,
    concurrency: 1,
    lingerMs: LINGER_MS,
  })
  const messages = createMessageLinks({ pool, askCells, clock, log, send: commands.add, settingsOf: runner.settingsOf })
  const services: NetworkServices = { clock, send: commands.add, read: reads.add, runner, messages }
  return {
    connect: (networkId, settings) => connect(services, networkId, settings),
    close: async () => {
      await runner.close()
      await messages.close()
      await commands.close()
      await reads.close()
      await store.end()
    },
  }
}

async function processBatch(
  store: SimulationStore,
  items: readonly IncomingCommand[],
  now: Date,
  notify: () => void,
): Promise<CommandReply[]> {
  const iccids = items.map(({ iccid }) => iccid)
  return store.inTransaction(async (client) => {
    const moment = { now, seconds: await store.seconds(client) }
    const { existing, created } = await store.lockSims(client, iccids, moment)
    const before = await store.readCommands(client, items)
    const handled = items.map((item) => {
      const sim = existing.get(item.iccid) ?? created.get(item.iccid)
      return { item, ...handleCommand(sim, item, before.get(item.requestId), moment) }
    })
    const changed = new Map(handled.flatMap(({ update }) => (update ? [[update.sim.iccid, update.sim] as const] : [])))
    const changes = {
      sims: [...changed.values()].filter(({ iccid }) => existing.has(iccid)),
      created: [...created].map(([iccid, sim]) => changed.get(iccid) ?? sim),
      commands: handled.flatMap(({ record }) => record ?? []),
      effects: handled.flatMap(({ update }) => update?.effects ?? []),
      events: handled.flatMap(({ item, update }) =>
        scheduleEvents(item.networkId, update?.events ?? [], item.settings.faults, now),
      ),
      messages: handled.flatMap(({ message }) => message ?? []),
    }
    await store.write(client, changes, now)
    if (changes.events.length > 0) notify()
    return handled
  })
}

function connect(services: NetworkServices, networkId: string, settings: () => SimulatedSettings): Network {
  services.runner.register(networkId, settings)
  let readCount = 0
  const command =
    (kind: CommandKind) =>
    (sim: NetworkSim, options: Command): Promise<CommandAnswer> =>
      runCommand(
        services,
        { networkId, iccid: sim.iccid, kind, requestId: options.requestId, message: undefined, settings: settings() },
        options,
      )
  const read = async <T>(sim: NetworkSim, options: NetworkCallOptions, what: (found: SimulatedSim) => T): Promise<T> => {
    const { faults } = settings()
    if (isDown(faults, services.clock())) throw new NetworkFault('unreachable', 'connection refused')
    const outcome = readOutcome(faults, readCount++)
    const until = performance.now() + outcome.latencyMs
    const found = await services.read(sim.iccid)
    await waitUntil(until, options.signal)
    await failRead(outcome, options)
    if (!found) throw new NetworkFault('unknown_sim', 'no such subscription')
    return what(found)
  }
  const [activate, suspend, resume, terminate] = [
    command('activate'),
    command('suspend'),
    command('resume'),
    command('terminate'),
  ]
  const [cutData, restoreData, resetConnection] = [command('cutData'), command('restoreData'), command('resetConnection')]
  return {
    get capabilities() {
      const { remembersRequests } = settings()
      return {
        commands: COMMAND_KINDS,
        location: true,
        remembersRequests,
        confirmsByEvent: true,
        reportsUsage: true,
        locksDevices: true,
      }
    },
    lookup: (sim, options = {}) => read(sim, options, (found) => toNetworkView(found, services.clock())),
    status: (sim, options = {}) => read(sim, options, (found) => toNetworkStatus(found, services.clock())),
    location: (sim, options = {}) => read(sim, options, toLocation),
    activate,
    suspend,
    resume,
    terminate,
    cutData,
    restoreData,
    resetConnection,
    sendSms: async (sim, message, options) =>
      isDown(settings().faults, services.clock())
        ? UNREACHABLE
        : services.messages.linkOf(networkId).sendSms(sim, message, options),
    setDeviceLock: (sim, imei, options) => {
      const about = { networkId, iccid: sim.iccid, requestId: options.requestId, settings: settings() }
      return runCommand(services, { ...about, kind: 'setDeviceLock', message: undefined, imei }, options)
    },
    check: (options = {}) => check(services, settings(), options),
    listen: (sink) => services.messages.listen(networkId, sink, (own) => services.runner.listen(networkId, own)),
  }
}

/** An ICCID that no SIM has: the check reads, and changes nothing. */
const UNKNOWN_ICCID = ''

async function check(
  services: NetworkServices,
  { faults }: SimulatedSettings,
  { signal }: NetworkCallOptions,
): Promise<readonly CheckStep[]> {
  const startedAt = performance.now()
  const step = (isFine: boolean, text: string): readonly CheckStep[] => [
    { part: 'subscribers', isFine, text, ms: Math.round(performance.now() - startedAt) },
  ]
  if (isDown(faults, services.clock())) return step(false, UNREACHABLE.text)
  try {
    await services.read(UNKNOWN_ICCID)
    await waitUntil(startedAt + readOutcome(faults, 0).latencyMs, signal)
    return step(true, '')
  } catch (error) {
    return step(false, String(error))
  }
}

const UNREACHABLE = { kind: 'rejected', cause: 'unreachable', text: 'connection refused', retryable: true } as const

async function runCommand(services: NetworkServices, incoming: IncomingCommand, options: Command): Promise<CommandAnswer> {
  if (isDown(incoming.settings.faults, services.clock())) return UNREACHABLE
  const start = performance.now()
  const { answer, outcome } = await services.send(incoming)
  await waitUntil(start + outcome.latencyMs, options.signal)
  if (options.signal?.aborted) return { kind: 'unknown', why: 'timeout' }
  if (outcome.kind === 'halfAnswer') return { kind: 'unknown', why: 'half_answer' }
  if (outcome.kind !== 'lose' && outcome.kind !== 'silence') return answer
  await waitForAbort(options.signal)
  return { kind: 'unknown', why: 'timeout' }
}

/** Throws the injected fault of a read. */
async function failRead(outcome: CommandOutcome, options: NetworkCallOptions): Promise<void> {
  if (options.signal?.aborted) throw new NetworkFault('timeout', 'the caller aborted')
  if (outcome.kind === 'answer') return
  if (outcome.kind === 'throttle') throw new NetworkFault('rate_limited', 'too many requests')
  if (outcome.kind === 'refuse') throw new NetworkFault('connection', 'internal error')
  if (outcome.kind === 'halfAnswer') throw new NetworkFault('half_answer', 'the answer broke off')
  await waitForAbort(options.signal)
  throw new NetworkFault('timeout', 'no answer')
}
