import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import type { NetworkKind } from '#server/networks/kind.ts'
import { type CommandAnswer, type Network, NetworkFault } from '#server/networks/network.ts'
import type { NetworkSim } from '#server/networks/network-types.ts'

const settingsSchema = z.object({ latencyMs: z.number().default(20), atOnce: z.number().default(256) })
type Settings = z.infer<typeof settingsSchema>

const COMMANDS = { suspend: 'suspended', resume: 'active' } as const

/** Refuses what comes beyond its limit, as carriers do. */
const TOO_MANY: CommandAnswer = { kind: 'rejected', cause: 'rate_limited', text: 'too many requests at once', retryable: true }

/**
 * A network that does nothing but keep states in memory and answer after a while, so many at once: what the portal itself can do
 * shows beside it. The embedded network works in the portal's own process and database, and takes its share of both.
 */
function connect(settings: () => Settings): Network {
  const states = new Map<string, ReportedState>()
  let inFlight = 0
  const stateOf = (sim: NetworkSim): ReportedState => states.get(sim.iccid) ?? 'active'
  const command =
    (kind: keyof typeof COMMANDS) =>
    async (sim: NetworkSim): Promise<CommandAnswer> => {
      const { latencyMs, atOnce } = settings()
      if (inFlight >= atOnce) return TOO_MANY
      inFlight++
      await sleep(latencyMs)
      inFlight--
      if (stateOf(sim) === COMMANDS[kind]) {
        return { kind: 'rejected', cause: 'already_in_state', text: 'a command came twice', retryable: false }
      }
      states.set(sim.iccid, COMMANDS[kind])
      return { kind: 'done' }
    }
  const unsupported = async (): Promise<never> => Promise.reject(new NetworkFault('not_supported', 'only suspend and resume'))
  return {
    capabilities: {
      commands: ['suspend', 'resume'],
      location: false,
      remembersRequests: false,
      confirmsByEvent: false,
      reportsUsage: false,
    },
    lookup: async (sim) => ({
      state: stateOf(sim),
      vendorState: stateOf(sim),
      since: undefined,
      pending: undefined,
      asOf: new Date(),
    }),
    status: unsupported,
    location: unsupported,
    activate: unsupported,
    suspend: command('suspend'),
    resume: command('resume'),
    terminate: unsupported,
    cutData: unsupported,
    restoreData: unsupported,
    resetConnection: unsupported,
    sendSms: unsupported,
    check: async () => [],
    listen: () => async () => undefined,
  }
}

export const STAND_IN: NetworkKind<Settings> = {
  settings: settingsSchema,
  open: () => ({ connect: (_networkId, settings) => connect(settings), close: async () => undefined }),
}
