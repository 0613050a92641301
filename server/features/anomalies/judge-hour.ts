import {
  type AnomalyMeasure,
  areTogether,
  type ExpectedHour,
  expectedBytes,
  expectedHour,
  farBytes,
  farMessages,
  farSessions,
  type HourAnomaly,
  isBatchSilent,
  isDataStorm,
  MEMBERS_MAX,
  seemsSilent,
  stormBytes,
  usuallySilent,
} from '#domain/anomalies.ts'
import type { SpannedHour } from '#server/usage/local-hours.ts'
import type { DeviceProfile, FarAsk, FarSims, HourSource } from './hour-source.ts'

interface Model {
  readonly now: DeviceProfile
  readonly expected: ExpectedHour
}

/** The profiles of an earlier hour. */
export interface KnownHour {
  readonly hour: SpannedHour
  readonly profiles: readonly DeviceProfile[]
}

/**
 * What is out of the ordinary in an hour of a company.
 * @param now its profiles
 * @param before the same hour in the weeks before as far as it is recorded, the latest first
 */
export async function judgeHour(
  source: HourSource,
  hour: SpannedHour,
  now: readonly DeviceProfile[],
  before: readonly KnownHour[],
): Promise<HourAnomaly[]> {
  const earlier = Map.groupBy(
    before.flatMap(({ profiles }) => profiles),
    ({ device }) => device,
  )
  const models = new Map<string, Model>()
  for (const profile of now) {
    const expected = expectedHour(earlier.get(profile.device) ?? [])
    if (expected) models.set(profile.device, { now: profile, expected })
  }
  if (models.size === 0) return []
  const hours = before.map((known) => known.hour)
  const data = await dataAnomalies(source, hour, models)
  const stormy = new Set(data.filter(({ kind }) => kind === 'storm').map(({ device }) => device))
  const sessions = await countAnomalies('sessions', farSessions, { source, hour, models })
  const messages = await countAnomalies('messages', farMessages, { source, hour, models })
  const silences = await silenceAnomalies(source, hour, hours, models)
  // a storm of data brings its sessions along
  return [...data, ...sessions.filter(({ kind, device }) => kind !== 'storm' || !stormy.has(device)), ...messages, ...silences]
}

type Models = ReadonlyMap<string, Model>

async function dataAnomalies(source: HourSource, hour: SpannedHour, models: Models): Promise<HourAnomaly[]> {
  const asks = [...models].map(([device, { now, expected }]): FarAsk => {
    const isWhole = isDataStorm(now, expected)
    return { device, isWhole, from: isWhole ? stormBytes(expected) : farBytes(now, expected) }
  })
  const whole = new Set(asks.filter(({ isWhole }) => isWhole).map(({ device }) => device))
  const found = await source.far('data', hour, asks)
  return found.flatMap((far) =>
    anomaliesOf('data', far, models, whole.has(far.device), ({ expected }) => expectedBytes(expected)),
  )
}

interface Judging {
  readonly source: HourSource
  readonly hour: SpannedHour
  readonly models: Models
}

/** Of what is counted. @param farOf from how many on a SIM is far above its peers */
async function countAnomalies(
  measure: 'sessions' | 'messages',
  farOf: typeof farSessions,
  { source, hour, models }: Judging,
): Promise<HourAnomaly[]> {
  const asks = [...models].map(
    ([device, { now, expected }]): FarAsk => ({ device, isWhole: false, from: farOf(now, expected) }),
  )
  const found = await source.far(measure, hour, asks)
  return found.flatMap((far) => anomaliesOf(measure, far, models, false, ({ expected }) => expected[measure]))
}

/** Single SIMs, or one storm where they are many. */
function anomaliesOf(
  measure: AnomalyMeasure,
  { device, count, typical, sims }: FarSims,
  models: Models,
  isWhole: boolean,
  expectedOf: (model: Model) => number,
): HourAnomaly[] {
  const model = models.get(device)
  if (!model) return []
  const about = { measure, device, peers: model.now.sims, expected: expectedOf(model) }
  if (isWhole || areTogether(count, model.now.sims)) {
    const iccids = sims.slice(0, MEMBERS_MAX).map(({ iccid }) => iccid)
    return [{ ...about, kind: 'storm', iccid: '', sims: count, observed: typical, own: 0, iccids }]
  }
  return sims.map(({ iccid, amount, own }) => ({
    ...{ ...about, kind: measure, iccid, sims: 1, observed: amount, own, iccids: [] },
  }))
}

async function silenceAnomalies(
  source: HourSource,
  hour: SpannedHour,
  before: readonly SpannedHour[],
  models: Models,
): Promise<HourAnomaly[]> {
  const devices = [...models].filter(([, { now, expected }]) => seemsSilent(now, expected)).map(([device]) => device)
  if (devices.length === 0) return []
  const habits = await source.habits(hour, before, devices)
  return habits.filter(isBatchSilent).map((one) => ({
    ...{ kind: 'silence', measure: 'data', device: one.device, iccid: '' },
    ...{
      peers: one.habitual,
      sims: one.silent,
      observed: one.silent,
      expected: usuallySilent(one),
      own: 0,
      iccids: one.iccids,
    },
  }))
}
