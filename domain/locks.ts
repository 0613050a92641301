import { parseImei } from './identifiers.ts'

/**
 * How a SIM is bound to its device. `off`: not at all; `learn`: to the first device that a network reports; `imei`: to some devices;
 * `tac`: to some models, by type allocation code.
 */
export const DEVICE_MODES = ['off', 'learn', 'imei', 'tac'] as const
export type DeviceMode = (typeof DEVICE_MODES)[number]

/** What a lock binds a SIM to: its device, the countries and networks in which it may be (area-locks.ts), and its geofences. */
export const LOCK_KINDS = ['device', 'area', 'geofence'] as const
export type LockKind = (typeof LOCK_KINDS)[number]

/** Devices or models that one lock allows. */
export const LOCK_VALUES_MAX = 20
/** Geofences that one lock allows. */
export const LOCK_GEOFENCES_MAX = 20
/** Addresses that a lock mails to. */
export const LOCK_EMAILS_MAX = 10
/** Devices that are kept of one SIM, the latest. */
export const SIM_DEVICES_MAX = 20

/** A type allocation code: the first eight digits of an IMEI, which name its model (3GPP TS 23.003 section 6.2.1). */
const TAC_LENGTH = 8
/** Type allocation code and serial number. The digits after them are a check digit, or the version of software, of the same device. */
const DEVICE_LENGTH = 14

export interface DeviceLock {
  readonly mode: DeviceMode
  /** IMEIs, or type allocation codes; of `learn` the device that it holds, once there is one */
  readonly values: readonly string[]
}

export const NO_DEVICE_LOCK: DeviceLock = { mode: 'off', values: [] }

/** Whether two IMEIs or IMEISVs are of one device. */
export const isSameDevice = (one: string, other: string): boolean =>
  one.slice(0, DEVICE_LENGTH) === other.slice(0, DEVICE_LENGTH)

/** The IMEI of a reported IMEI or IMEISV, with its check digit; undefined for anything else. */
export function reportedImei(text: string): string | undefined {
  return parseImei(text.slice(0, DEVICE_LENGTH)).value
}

export const tacOf = (imei: string): string => imei.slice(0, TAC_LENGTH)

/** A type allocation code as people write it, also within an IMEI; undefined for anything else. */
export function parseTac(text: string): string | undefined {
  const digits = text.replaceAll(/[\s/-]/g, '')
  return /^[0-9]{8}$/.test(digits) ? digits : parseImei(text).value?.slice(0, TAC_LENGTH)
}

/** The values as they are kept, each once; those that are none are left out. */
export function keptValues(mode: DeviceMode, values: readonly string[]): string[] {
  const kept = values.flatMap((value) => (mode === 'tac' ? parseTac(value) : parseImei(value).value) ?? [])
  return [...new Set(kept)]
}

export type LockValuesProblem = 'required' | 'imei' | 'tac' | 'lockValues'

/** What is wrong with the values of a mode; undefined when nothing is. */
export function lockValuesProblem({ mode, values }: DeviceLock): LockValuesProblem | undefined {
  const most = { off: 0, learn: 1, imei: LOCK_VALUES_MAX, tac: LOCK_VALUES_MAX }[mode]
  if (values.some((value) => keptValues(mode, [value]).length === 0)) return mode === 'tac' ? 'tac' : 'imei'
  if (values.length > most) return 'lockValues'
  return values.length === 0 && (mode === 'imei' || mode === 'tac') ? 'required' : undefined
}

/** A breach that has not ended: the lock is broken since then. */
export interface OpenBreach {
  /** a person restored the data: this device, or country, is tolerated */
  readonly isReleased: boolean
}
export interface OpenDeviceBreach extends OpenBreach {
  readonly imei: string
}

/**
 * What follows from the device, or the network, in which a network reports a SIM.
 * - `none`: nothing
 * - `bound`: the lock holds this device from now on, which also ends a breach
 * - `breached`: another device or country than allowed, and than before
 * - `repeated`: still the one that broke the lock
 * - `ended`: the SIM is back where it may be
 */
export type LockVerdict = 'none' | 'bound' | 'breached' | 'repeated' | 'ended'

/** What follows for a SIM that is where it may not be. @param isSame whether the open breach is of the same device or country */
export const verdictOutside = (open: OpenBreach | undefined, isSame: boolean): LockVerdict =>
  open && isSame ? (open.isReleased ? 'none' : 'repeated') : 'breached'

export function isDeviceAllowed({ mode, values }: DeviceLock, imei: string): boolean {
  if (mode === 'off' || (mode === 'learn' && values.length === 0)) return true
  return values.some((value) => (mode === 'tac' ? value === tacOf(imei) : isSameDevice(value, imei)))
}

/**
 * The one IMEI that a network has to hold a SIM to, which can hold one; '' for none: a lock of several devices or of models is guarded by the
 * portal alone, and so is one whose open breach a person released, because the network would refuse the tolerated device.
 */
export function networkLockOf({ mode, values }: DeviceLock, open: OpenBreach | undefined): string {
  const [only = '', ...others] = mode === 'imei' || mode === 'learn' ? values : []
  return others.length > 0 || open?.isReleased ? '' : only
}

/** @param imei of the reported device */
export function judgeDevice(lock: DeviceLock, open: OpenDeviceBreach | undefined, imei: string): LockVerdict {
  if (isDeviceAllowed(lock, imei)) {
    if (lock.mode === 'learn' && lock.values.length === 0) return 'bound'
    return open ? 'ended' : 'none'
  }
  return verdictOutside(open, open !== undefined && isSameDevice(open.imei, imei))
}
