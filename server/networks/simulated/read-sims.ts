import { completePending } from './execute-command.ts'
import { scheduleEvents } from './schedule-events.ts'
import type { SimulatedSettings } from './settings.ts'
import type { SimulatedSim } from './sim.ts'
import type { SimulationStore } from './store.ts'

/**
 * Reads SIMs at a moment, in the order of the ICCIDs; undefined for unknown ones. Pending commands that are due are
 * completed first, so that a look-up is never behind.
 */
export async function readSims(
  store: SimulationStore,
  iccids: readonly string[],
  now: Date,
  settingsOf: (networkId: string) => SimulatedSettings | undefined,
): Promise<(SimulatedSim | undefined)[]> {
  return store.inTransaction(async (client) => {
    const known = await store.lockWhere(client, 'iccid = ANY($1::text[])', [iccids])
    const isDue = (sim: SimulatedSim | undefined): boolean => !sim || (sim.pendingDueAt !== null && sim.pendingDueAt <= now)
    const unsettled = iccids.filter((iccid) => isDue(known.get(iccid)))
    if (unsettled.length === 0) return iccids.map((iccid) => known.get(iccid))
    const moment = { now, seconds: await store.seconds(client) }
    const locked = await store.lockSims(client, unsettled, moment)
    const outcomes = [...locked.existing.values()].flatMap((sim) => completePending(sim, moment) ?? [])
    const events = outcomes.flatMap(({ sim, events }) => {
      const settings = settingsOf(sim.networkId)
      return settings ? scheduleEvents(sim.networkId, events, settings.faults, now) : []
    })
    const effects = outcomes.flatMap((outcome) => outcome.effects)
    const sims = outcomes.map(({ sim }) => sim)
    const created = [...locked.created.values()]
    await store.write(client, { sims, created, effects, events, commands: [], messages: [] }, now)
    const found = new Map([...known, ...locked.existing, ...locked.created, ...sims.map((sim) => [sim.iccid, sim] as const)])
    return iccids.map((iccid) => found.get(iccid))
  })
}
