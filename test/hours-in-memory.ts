import { type AnomalyMeasure, MEMBERS_MAX, medianOf, OWN_TIMES, PEERS_MIN, spreadOf } from '#domain/anomalies.ts'
import type { DeviceProfile, FarSims, HourSource } from '#server/features/anomalies/hour-source.ts'
import type { PlantedFleet, PlantedSim } from './planted-fleet.ts'

/** What the database has of a planted fleet, without one: for many fleets. */
export function hoursInMemory({ days, sims }: PlantedFleet): HourSource {
  const models = Map.groupBy(sims, ({ device }) => device)
  const placeOf = (day: string): number => days.indexOf(day)
  return {
    profiles: async ({ day, hour }) =>
      [...models].flatMap(([device, peers]) =>
        peers.length < PEERS_MIN ? [] : [profileOf(device, peers, placeOf(day), hour)],
      ),
    far: async (measure, { day, hour }, asks) =>
      asks.flatMap(({ device, from, isWhole }) => {
        const found = (models.get(device) ?? [])
          .map((sim) => ({ sim, iccid: sim.iccid, amount: amountOf(sim, measure, placeOf(day), hour) }))
          .filter(({ amount }) => amount > 0 && amount >= from)
          .map(({ sim, ...about }) => ({ ...about, own: isWhole ? 0 : mostOf(sim, measure) }))
          .filter(({ amount, own }) => isWhole || amount >= own * OWN_TIMES[measure])
          .sort((a, b) => b.amount - a.amount)
        return found.length === 0 ? [] : [farOf(device, found)]
      }),
    habits: async ({ day, hour }, before, devices) =>
      devices.map((device) => {
        const spoke = (sim: PlantedSim, on: string) => amountOf(sim, 'data', placeOf(on), hour) > 0
        const [last = '', ...earlier] = before.map((one) => one.day)
        const habitual = (models.get(device) ?? []).filter((sim) =>
          [last, ...earlier.slice(0, 2)].every((on) => spoke(sim, on)),
        )
        const earlierOnes = (models.get(device) ?? []).filter((sim) => earlier.every((on) => spoke(sim, on)))
        const silent = habitual.filter((sim) => !spoke(sim, day))
        return {
          ...{ device, habitual: habitual.length, silent: silent.length, habitualBefore: earlierOnes.length },
          silentBefore: earlierOnes.filter((sim) => !spoke(sim, last)).length,
          iccids: silent.slice(0, MEMBERS_MAX).map(({ iccid }) => iccid),
        }
      }),
  }
}

const amountsOf = (sim: PlantedSim, measure: AnomalyMeasure) => (measure === 'data' ? sim.bytes : sim[measure])
const amountOf = (sim: PlantedSim, measure: AnomalyMeasure, day: number, hour: number): number =>
  amountsOf(sim, measure)[day]?.[hour] ?? 0

/** In an hour of the days before. */
const mostOf = (sim: PlantedSim, measure: AnomalyMeasure): number =>
  amountsOf(sim, measure)
    .slice(0, -1)
    .reduce((most, ofDay) => Math.max(most, ...ofDay), 0)

const farOf = (device: string, found: FarSims['sims']): FarSims => ({
  ...{ device, count: found.length, typical: medianOf(found.map(({ amount }) => amount)), sims: found.slice(0, MEMBERS_MAX) },
})

function profileOf(device: string, peers: readonly PlantedSim[], day: number, hour: number): DeviceProfile {
  const used = peers.map((sim) => amountOf(sim, 'data', day, hour)).filter((bytes) => bytes > 0)
  const begun = peers.map((sim) => amountOf(sim, 'sessions', day, hour)).filter((sessions) => sessions > 0)
  const sent = peers.map((sim) => amountOf(sim, 'messages', day, hour)).filter((messages) => messages > 0)
  const logs = used.map((bytes) => Math.log1p(bytes)).sort((a, b) => a - b)
  const centre = medianOf(logs)
  return {
    ...{
      device,
      sims: peers.length,
      spoke: used.length,
      centre,
      spread: spreadOf(centre, logs[Math.floor(logs.length * 0.75)] ?? centre),
    },
    ...{ began: begun.length, sessions: medianOf(begun), messaged: sent.length, messages: medianOf(sent) },
  }
}
