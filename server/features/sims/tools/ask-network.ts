import { type InconclusiveReason, SIM_TEST_TIMEOUT_S } from '#domain/diagnosis.ts'
import type { Ctx } from '#server/context.ts'
import { inconclusiveReason } from '#server/networks/inconclusive-reason.ts'
import { NetworkFault } from '#server/networks/network.ts'
import type { NetworkSim, NetworkSimStatus } from '#server/networks/network-types.ts'

export type StatusAnswer =
  | { readonly status: NetworkSimStatus; readonly why?: undefined }
  | { readonly status?: undefined; readonly why: InconclusiveReason }

/** The SIM's status at its network, or why it is missing within the time limit of a test. */
export async function askStatus(
  ctx: Pick<Ctx, 'networks'>,
  sim: NetworkSim & { readonly originId: number; readonly simTypeId: number },
  timeoutMs: number = SIM_TEST_TIMEOUT_S * 1000,
): Promise<StatusAnswer> {
  const network = ctx.networks.findByRoute(sim.originId, sim.simTypeId)
  if (!network) return { why: 'no_network' }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return { status: await network.status(sim, { signal, isUrgent: true }) }
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return { why: signal.aborted ? 'timeout' : inconclusiveReason(error) }
  }
}
