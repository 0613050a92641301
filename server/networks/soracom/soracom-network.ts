import type { KindServices, OpenKind } from '../kind.ts'
import type { CheckStep, Network, NetworkCallOptions } from '../network.ts'
import { COMMAND_KINDS } from '../network-types.ts'
import { simsAnswer } from './answers.ts'
import { createClient, type SoracomClient } from './client.ts'
import { createCommands } from './commands.ts'
import type { Failed } from './outcome.ts'
import { createReads } from './reads.ts'
import type { SoracomSettings } from './settings.ts'
import { createSims, listSims } from './sims.ts'
import { createStore } from './store.ts'
import { startWalks } from './walk.ts'

/** Networks at Soracom, each an account of its own with a key of its own. */
export function openSoracom(services: KindServices): OpenKind<SoracomSettings> {
  const ends = new Set<() => Promise<void>>()
  return {
    connect: (networkId, settings) => connect(services, networkId, settings, ends),
    close: async () => {
      await Promise.all([...ends].map((end) => end()))
    },
  }
}

function connect(
  { pool, log, clock }: KindServices,
  networkId: string,
  settings: () => SoracomSettings,
  ends: Set<() => Promise<void>>,
): Network {
  const client = createClient(settings, clock)
  const sims = createSims(client)
  const reads = createReads({ client, sims, clock })
  const { change, resetConnection, sendSms } = createCommands({ client, sims, settings })
  return {
    capabilities: {
      commands: COMMAND_KINDS,
      location: true,
      remembersRequests: false,
      // changes are in force when they are answered; what becomes of a message nobody tells
      confirmsByEvent: false,
      reportsUsage: true,
      listsSims: true,
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
    check: (options) => check(client, options),
    listSims: ({ signal } = {}) => listSims(client, settings().pageSize, signal),
    listen: (sink) => {
      const stop = startWalks({ client, store: createStore(pool, networkId), settings, clock, log }, sink)
      const end = async (): Promise<void> => {
        ends.delete(end)
        await stop()
      }
      ends.add(end)
      return end
    },
  }
}

/** Whether the key is taken, and whether it may read SIMs. */
async function check(client: SoracomClient, { signal }: NetworkCallOptions = {}): Promise<readonly CheckStep[]> {
  const account = await timed('account', () => client.enter())
  if (!account.isFine) return [account]
  const sims = await timed('sims', async () => {
    const page = await client.send({ method: 'GET', path: ['sims'], query: { limit: 1 }, answer: simsAnswer, signal })
    return page.kind === 'ok' || (page.kind === 'refused' && page.status === 404) ? undefined : page
  })
  return [account, sims]
}

async function timed(part: string, ask: () => Promise<Failed | undefined>): Promise<CheckStep> {
  const began = performance.now()
  const failed = await ask()
  return { part, isFine: failed === undefined, text: failed?.text ?? 'OK', ms: Math.round(performance.now() - began) }
}
