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
import { type Incoming, judge, type Reply } from './commands.ts'
import { type Fate, isDown, readFate } from './fate.ts'
import { createMessages, type Messages } from './messages.ts'
import { publish } from './publish.ts'
import { readSims } from './read-sims.ts'
import { createRunner, type Runner } from './runner.ts'
import type { SimulatedSettings } from './settings.ts'
import type { Sim } from './sim.ts'
import { createStore, type Store } from './store.ts'
import { locationOf, statusOf, viewOf } from './views.ts'
import { hang, waitUntil } from './waits.ts'

export interface SimulatedOptions extends Pick<KindServices, 'pool' | 'roster' | 'log' | 'clock' | 'reportUsage'> {
  readonly connectionString: string
}

/** Commands that go to the database in one transaction. */
const BATCH = 250
const LANES = 2
const LINGER_MS = 3

interface Core {
  readonly clock: () => Date
  readonly send: (incoming: Incoming) => Promise<Reply>
  readonly read: (iccid: string) => Promise<Sim | undefined>
  readonly runner: Runner
  readonly messages: Messages
}

/** The embedded network in this process. Its state is in the database, so every process that opens it sees the same one. */
export function openSimulated({
  connectionString,
  pool,
  roster,
  log,
  clock,
  reportUsage,
}: SimulatedOptions): OpenKind<SimulatedSettings> {
  const store = createStore(connectionString, roster.find)
  const runner = createRunner({ store, roster, clock, log, reportUsage })
  const commands = createBatcher<Incoming, Reply>({
    keyOf: ({ iccid }) => iccid,
    work: (items) => carryOutBatch(store, items, clock(), runner.nudge),
    maxSize: BATCH,
    concurrency: LANES,
    lingerMs: LINGER_MS,
  })
  const reads = createBatcher<string, Sim | undefined>({
    keyOf: (iccid) => iccid,
    work: (iccids) => readSims(store, iccids, clock(), runner.settingsOf),
    maxSize: BATCH,
    concurrency: 1,
    lingerMs: LINGER_MS,
  })
  const messages = createMessages({ pool, clock, log, send: commands.add, settingsOf: runner.settingsOf })
  const core: Core = { clock, send: commands.add, read: reads.add, runner, messages }
  return {
    connect: (networkId, settings) => connect(core, networkId, settings),
    close: async () => {
      await runner.close()
      await messages.close()
      await commands.close()
      await reads.close()
      await store.end()
    },
  }
}

async function carryOutBatch(store: Store, items: readonly Incoming[], now: Date, nudge: () => void): Promise<Reply[]> {
  const iccids = items.map(({ iccid }) => iccid)
  return store.inTransaction(async (client) => {
    const moment = { now, seconds: await store.seconds(client) }
    const { known, fresh } = await store.takeSims(client, iccids, moment)
    const before = await store.remembered(client, items)
    const judged = items.map((item) => {
      const sim = known.get(item.iccid) ?? fresh.get(item.iccid)
      return { item, ...judge(sim, item, before.get(item.requestId), moment) }
    })
    const changed = new Map(judged.flatMap(({ outcome }) => (outcome ? [[outcome.sim.iccid, outcome.sim] as const] : [])))
    const changes = {
      sims: [...changed.values()].filter(({ iccid }) => known.has(iccid)),
      fresh: [...fresh].map(([iccid, sim]) => changed.get(iccid) ?? sim),
      commands: judged.flatMap(({ remember }) => remember ?? []),
      effects: judged.flatMap(({ outcome }) => outcome?.effects ?? []),
      events: judged.flatMap(({ item, outcome }) => publish(item.networkId, outcome?.events ?? [], item.settings.faults, now)),
      messages: judged.flatMap(({ message }) => message ?? []),
    }
    await store.write(client, changes, now)
    if (changes.events.length > 0) nudge()
    return judged
  })
}

function connect(core: Core, networkId: string, settings: () => SimulatedSettings): Network {
  core.runner.follow(networkId, settings)
  let asked = 0
  const command =
    (kind: CommandKind) =>
    (sim: NetworkSim, options: Command): Promise<CommandAnswer> =>
      ask(
        core,
        { networkId, iccid: sim.iccid, kind, requestId: options.requestId, message: undefined, settings: settings() },
        options,
      )
  const read = async <T>(sim: NetworkSim, options: NetworkCallOptions, what: (found: Sim) => T): Promise<T> => {
    const { faults } = settings()
    if (isDown(faults, core.clock())) throw new NetworkFault('unreachable', 'connection refused')
    const fate = readFate(faults, asked++)
    const until = performance.now() + fate.latencyMs
    const found = await core.read(sim.iccid)
    await waitUntil(until, options.signal)
    await arrive(fate, options)
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
      return { commands: COMMAND_KINDS, location: true, remembersRequests, confirmsByEvent: true, reportsUsage: true }
    },
    lookup: (sim, options = {}) => read(sim, options, (found) => viewOf(found, core.clock())),
    status: (sim, options = {}) => read(sim, options, (found) => statusOf(found, core.clock())),
    location: (sim, options = {}) => read(sim, options, locationOf),
    activate,
    suspend,
    resume,
    terminate,
    cutData,
    restoreData,
    resetConnection,
    sendSms: async (sim, message, options) =>
      isDown(settings().faults, core.clock()) ? UNREACHABLE : core.messages.of(networkId).sendSms(sim, message, options),
    check: (options = {}) => check(core, settings(), options),
    listen: (sink) => core.messages.listen(networkId, sink, (own) => core.runner.listen(networkId, own)),
  }
}

/** A number that no SIM has: the books are asked, and nothing is changed. */
const NOBODY = ''

async function check(core: Core, { faults }: SimulatedSettings, { signal }: NetworkCallOptions): Promise<readonly CheckStep[]> {
  const began = performance.now()
  const step = (isFine: boolean, text: string): readonly CheckStep[] => [
    { part: 'subscribers', isFine, text, ms: Math.round(performance.now() - began) },
  ]
  if (isDown(faults, core.clock())) return step(false, UNREACHABLE.text)
  try {
    await core.read(NOBODY)
    await waitUntil(began + readFate(faults, 0).latencyMs, signal)
    return step(true, '')
  } catch (error) {
    return step(false, String(error))
  }
}

const UNREACHABLE = { kind: 'rejected', cause: 'unreachable', text: 'connection refused', retryable: true } as const

async function ask(core: Core, incoming: Incoming, options: Command): Promise<CommandAnswer> {
  if (isDown(incoming.settings.faults, core.clock())) return UNREACHABLE
  const start = performance.now()
  const { answer, fate } = await core.send(incoming)
  await waitUntil(start + fate.latencyMs, options.signal)
  if (options.signal?.aborted) return { kind: 'unknown', why: 'timeout' }
  if (fate.kind === 'halfAnswer') return { kind: 'unknown', why: 'half_answer' }
  if (fate.kind !== 'lose' && fate.kind !== 'silence') return answer
  await hang(options.signal)
  return { kind: 'unknown', why: 'timeout' }
}

/** What happens to the answer of a read on its way back. */
async function arrive(fate: Fate, options: NetworkCallOptions): Promise<void> {
  if (options.signal?.aborted) throw new NetworkFault('timeout', 'the caller no longer waits')
  if (fate.kind === 'answer') return
  if (fate.kind === 'throttle') throw new NetworkFault('rate_limited', 'too many requests')
  if (fate.kind === 'refuse') throw new NetworkFault('connection', 'internal error')
  if (fate.kind === 'halfAnswer') throw new NetworkFault('half_answer', 'the answer broke off')
  await hang(options.signal)
  throw new NetworkFault('timeout', 'no answer')
}
