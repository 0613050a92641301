import { settle } from './orders.ts'
import { publish } from './publish.ts'
import type { SimulatedSettings } from './settings.ts'
import type { Sim } from './sim.ts'
import type { Store } from './store.ts'

/**
 * SIMs as they are at a moment, in the order of the numbers; undefined for those that the network does not carry. What was due
 * by then is carried out first, so that a look-up never sees less than has happened.
 */
export async function readSims(
  store: Store,
  iccids: readonly string[],
  now: Date,
  settingsOf: (networkId: string) => SimulatedSettings | undefined,
): Promise<(Sim | undefined)[]> {
  return store.inTransaction(async (client) => {
    const known = await store.lockWhere(client, 'iccid = ANY($1::text[])', [iccids])
    const isDue = (sim: Sim | undefined): boolean => !sim || (sim.pendingDueAt !== null && sim.pendingDueAt <= now)
    const unsettled = iccids.filter((iccid) => isDue(known.get(iccid)))
    if (unsettled.length === 0) return iccids.map((iccid) => known.get(iccid))
    const moment = { now, seconds: await store.seconds(client) }
    const taken = await store.takeSims(client, unsettled, moment)
    const outcomes = [...taken.known.values()].flatMap((sim) => settle(sim, moment) ?? [])
    const events = outcomes.flatMap(({ sim, events }) => {
      const settings = settingsOf(sim.networkId)
      return settings ? publish(sim.networkId, events, settings.faults, now) : []
    })
    const effects = outcomes.flatMap((outcome) => outcome.effects)
    const sims = outcomes.map(({ sim }) => sim)
    const fresh = [...taken.fresh.values()]
    await store.write(client, { sims, fresh, effects, events, commands: [], messages: [] }, now)
    const found = new Map([...known, ...taken.known, ...taken.fresh, ...sims.map((sim) => [sim.iccid, sim] as const)])
    return iccids.map((iccid) => found.get(iccid))
  })
}
