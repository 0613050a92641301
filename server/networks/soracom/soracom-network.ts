import type { KindServices, OpenKind } from '../kind.ts'
import type { CheckStep, Network, NetworkCallOptions } from '../network.ts'
import { COMMAND_KINDS } from '../network-types.ts'
import { simsAnswer } from './answers.ts'
import { createSoracomClient, type SoracomClient } from './client.ts'
import { createSoracomCommands, SPEED_CLASSES } from './commands.ts'
import type { FailedRequest } from './outcome.ts'
import { startPolling } from './poll-sims.ts'
import { createSoracomReads } from './reads.ts'
import type { SoracomSettings } from './settings.ts'
import { createSimDirectory, listInventory } from './sims.ts'
import { createSyncStore } from './sync-store.ts'

/** Opens Soracom networks, each an account with its own key. */
export function openSoracom(services: KindServices): OpenKind<SoracomSettings> {
  const stops = new Set<() => Promise<void>>()
  return {
    connect: (networkId, settings) => connect(services, networkId, settings, stops),
    close: async () => {
      await Promise.all([...stops].map((stopOnce) => stopOnce()))
    },
  }
}

function connect(
  { pool, askCells, log, clock }: KindServices,
  networkId: string,
  settings: () => SoracomSettings,
  stops: Set<() => Promise<void>>,
): Network {
  const client = createSoracomClient(settings, clock)
  const sims = createSimDirectory(client)
  const reads = createSoracomReads({ client, sims, clock })
  const { change, resetConnection, sendSms, setProfile, setDeviceLock } = createSoracomCommands({ client, sims, settings })
  return {
    capabilities: {
      commands: COMMAND_KINDS,
      location: true,
      remembersRequests: false,
      // changes are in force when answered; delivery of messages is not reported
      confirmsByEvent: false,
      reportsUsage: true,
      listsSims: true,
      locksDevices: true,
      profiles: SPEED_CLASSES,
    },
    ...reads,
    activate: change('activate'),
    suspend: change('suspend'),
    resume: change('resume'),
    terminate: change('terminate'),
    cutData: change('cutData'),
    restoreData: change('restoreData'),
    resetConnection,
    sendSms,
    setProfile,
    setDeviceLock,
    check: (options) => check(client, options),
    listSims: ({ signal } = {}) => listInventory(client, settings().pageSize, signal),
    listen: (sink) => {
      const stop = startPolling({ client, store: createSyncStore(pool, askCells, networkId), settings, clock, log }, sink)
      const stopOnce = async (): Promise<void> => {
        stops.delete(stopOnce)
        await stop()
      }
      stops.add(stopOnce)
      return stopOnce
    },
  }
}

/** Checks whether the key is accepted, and whether it may read SIMs. */
async function check(client: SoracomClient, { signal }: NetworkCallOptions = {}): Promise<readonly CheckStep[]> {
  const account = await timedCheck('account', () => client.authenticate())
  if (!account.isFine) return [account]
  const sims = await timedCheck('sims', async () => {
    const page = await client.send({ method: 'GET', path: ['sims'], query: { limit: 1 }, answer: simsAnswer, signal })
    return page.kind === 'ok' || (page.kind === 'refused' && page.status === 404) ? undefined : page
  })
  return [account, sims]
}

async function timedCheck(part: string, ask: () => Promise<FailedRequest | undefined>): Promise<CheckStep> {
  const startedAt = performance.now()
  const failed = await ask()
  return { part, isFine: failed === undefined, text: failed?.text ?? 'OK', ms: Math.round(performance.now() - startedAt) }
}
