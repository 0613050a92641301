import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { readEmails } from '#domain/alarms.ts'
import { type AreaMode, areaLockOf, areaLockProblem, isAreaAllowed, type PlaceLock } from '#domain/area-locks.ts'
import { countriesOfNetwork } from '#domain/countries.ts'
import { isEmail } from '#domain/email.ts'
import {
  type DeviceLock,
  type DeviceMode,
  isDeviceAllowed,
  isSameDevice,
  keptValues,
  LOCK_EMAILS_MAX,
  lockValuesProblem,
  tacOf,
} from '#domain/locks.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { LockChange, LockPolicy, SimLock } from './lock.api.ts'

/** A lock as it is edited. */
export interface LockValues {
  readonly mode: DeviceMode
  /** one in a line */
  readonly imeis: string
  readonly tacs: string
  /** hold the next device in place of this one */
  readonly bindsAnew: boolean
  readonly areaMode: AreaMode
  /** codes of countries and networks */
  readonly areas: readonly string[]
  /** numbers of geofences */
  readonly geofences: readonly string[]
  /** separated by commas */
  readonly emails: string
}

/** The device in which the SIM was reported last, or else the one that people wrote down; '' for none. */
export const knownDevice = ({ devices: [last] }: SimLock, ownImei: string): string => last?.imei ?? ownImei

interface KnownOfSim {
  readonly imei: string
  /** MCC-MNC of the network in which it was reported last; '' for none */
  readonly network: string
  readonly ownEmail: string
}

/** The lock as it is; what it has no values of begins with the SIM's known device, and the country in which it is. */
export function lockValuesOf(lock: SimLock, { imei, network, ownEmail }: KnownOfSim): LockValues {
  const { mode, values } = lock.device
  const known = knownDevice(lock, imei)
  return {
    mode,
    imeis: (mode === 'imei' || mode === 'learn') && values.length > 0 ? values.join('\n') : known,
    tacs: mode === 'tac' ? values.join('\n') : known && tacOf(known),
    bindsAnew: false,
    areaMode: lock.area.mode,
    areas: lock.area.mode === 'listed' ? lock.area.values : countriesOfNetwork(network).slice(0, 1),
    geofences: lock.area.geofences,
    emails: (lock.setAt === null ? [ownEmail] : lock.emails).join(', '),
  }
}

/** The lock of a company or a group as it is edited. @param ownEmail gets the mails of a new one */
export const policyValuesOf = (policy: LockPolicy | undefined, ownEmail: string): LockValues => ({
  mode: policy?.device.mode ?? 'learn',
  imeis: policy?.device.mode === 'imei' ? policy.device.values.join('\n') : '',
  tacs: policy?.device.mode === 'tac' ? policy.device.values.join('\n') : '',
  bindsAnew: false,
  areaMode: policy?.area.mode ?? 'off',
  areas: policy?.area.values ?? [],
  geofences: policy?.area.geofences ?? [],
  emails: (policy?.emails ?? [ownEmail]).join(', '),
})

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** @param held the device that a lock of mode `learn` holds */
export function deviceLockOf({ mode, imeis, tacs, bindsAnew }: LockValues, held: string | undefined): DeviceLock {
  if (mode === 'learn') return { mode, values: held === undefined || bindsAnew ? [] : [held] }
  return { mode, values: mode === 'off' ? [] : linesOf(mode === 'tac' ? tacs : imeis) }
}

export const areaLockOfValues = ({ areaMode: mode, areas, geofences }: LockValues): PlaceLock => ({
  mode,
  values: mode === 'off' ? [] : areas,
  geofences: mode === 'off' ? [] : geofences,
})

/** The device that a lock of mode `learn` holds. */
export const heldBy = ({ device: { mode, values } }: SimLock): string | undefined => (mode === 'learn' ? values[0] : undefined)

export const lockChangeOf = (values: LockValues, held: string | undefined) => {
  const { mode, values: given } = deviceLockOf(values, held)
  const area = areaLockOfValues(values)
  return {
    device: { mode, values: keptValues(mode, given) },
    area: { mode: area.mode, values: [...area.values], geofences: [...area.geofences] },
    emails: readEmails(values.emails),
  } satisfies LockChange
}

type Problem = keyof typeof ALL_FIELD_SENTENCES

function lockProblemsOf(
  values: LockValues,
  held: string | undefined,
): { values?: Problem; areas?: Problem; geofences?: Problem; emails?: Problem } {
  const areaProblem = areaLockProblem(areaLockOfValues(values))
  const atGeofences = areaProblem === 'lockGeofences'
  const problem = lockValuesProblem(deviceLockOf(values, held))
  const emails = readEmails(values.emails)
  const mailProblem = emails.every(isEmail) ? (emails.length > LOCK_EMAILS_MAX ? 'emailCount' : undefined) : 'email'
  return {
    ...(problem && { values: problem }),
    ...(areaProblem && (atGeofences ? { geofences: areaProblem } : { areas: areaProblem })),
    ...(mailProblem && { emails: mailProblem }),
  }
}

/** The same as sentences, by field. */
export const lockSentencesOf = (values: LockValues, held: string | undefined) =>
  Object.fromEntries(
    Object.entries(lockProblemsOf(values, held)).map(([name, problem]) => [name, sentence(ALL_FIELD_SENTENCES[problem])]),
  )

export function isSameChange({ device, area, emails }: ReturnType<typeof lockChangeOf>, lock: SimLock): boolean {
  const isSameList = (a: readonly string[] = [], b: readonly string[] = []) => a.join() === b.join()
  return (
    device.mode === lock.device.mode &&
    isSameList(device.values, lock.device.values) &&
    isSameList(area.values, lock.area.values) &&
    isSameList(area.geofences, lock.area.geofences) &&
    isSameList(emails, lock.emails)
  )
}

export const isForeign = ({ breach }: SimLock, imei: string): boolean => breach !== null && isSameDevice(breach.imei, imei)

/** What is cut at once when these values are saved: by the device and the network of an open session, where they are not allowed. */
export function cutsNow(
  values: LockValues,
  lock: SimLock,
  { held, network }: { readonly held: string | undefined; readonly network: string },
): { readonly imei: string | undefined; readonly network: string | undefined } {
  const { device } = lockChangeOf(values, held)
  const imei = knownDevice(lock, '')
  const isDeviceCut = lock.breach === null && imei !== '' && !isDeviceAllowed(device, imei)
  const isAreaCut =
    lock.areaBreach === null && network !== '' && !isAreaAllowed(areaLockOf(areaLockOfValues(values).values), network)
  return { imei: isDeviceCut ? imei : undefined, network: isAreaCut ? network : undefined }
}
