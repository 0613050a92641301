import type { FIELD_SENTENCES } from '#contract/messages.ts'
import { readEmails } from '#domain/alarms.ts'
import { isEmail } from '#domain/email.ts'
import {
  type DeviceLock,
  type DeviceMode,
  isSameDevice,
  keptValues,
  LOCK_EMAILS_MAX,
  lockValuesProblem,
  tacOf,
} from '#domain/locks.ts'
import type { LockChange, SimLock } from './lock.api.ts'

/** A lock as it is edited. */
export interface LockValues {
  readonly mode: DeviceMode
  /** one in a line */
  readonly imeis: string
  readonly tacs: string
  /** hold the next device in place of this one */
  readonly bindsAnew: boolean
  /** separated by commas */
  readonly emails: string
}

/** The device in which the SIM was reported last, or else the one that people wrote down; '' for none. */
export const knownDevice = ({ devices: [last] }: SimLock, ownImei: string): string => last?.imei ?? ownImei

/** The lock as it is; what it has no values of begins with the SIM's known device. */
export function lockValuesOf(lock: SimLock, { imei, ownEmail }: { imei: string; ownEmail: string }): LockValues {
  const { mode, values } = lock.device
  const known = knownDevice(lock, imei)
  return {
    mode,
    imeis: (mode === 'imei' || mode === 'learn') && values.length > 0 ? values.join('\n') : known,
    tacs: mode === 'tac' ? values.join('\n') : known && tacOf(known),
    bindsAnew: false,
    emails: (lock.setAt === null ? [ownEmail] : lock.emails).join(', '),
  }
}

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

/** The device that a lock of mode `learn` holds. */
export const heldBy = ({ device: { mode, values } }: SimLock): string | undefined => (mode === 'learn' ? values[0] : undefined)

export const lockChangeOf = (values: LockValues, held: string | undefined): LockChange => {
  const { mode, values: given } = deviceLockOf(values, held)
  return { device: { mode, values: keptValues(mode, given) }, emails: readEmails(values.emails) }
}

type Problem = keyof typeof FIELD_SENTENCES

export function lockProblemsOf(values: LockValues, held: string | undefined): { values?: Problem; emails?: Problem } {
  const problem = lockValuesProblem(deviceLockOf(values, held))
  const emails = readEmails(values.emails)
  const mailProblem = emails.every(isEmail) ? (emails.length > LOCK_EMAILS_MAX ? 'emailCount' : undefined) : 'email'
  return { ...(problem && { values: problem }), ...(mailProblem && { emails: mailProblem }) }
}

export function isSameChange(one: LockChange, { device, emails }: SimLock): boolean {
  const isSameList = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
  const { mode, values = [] } = one.device
  return mode === device.mode && isSameList(values, device.values) && isSameList(one.emails ?? [], emails)
}

export const isForeign = ({ breach }: SimLock, imei: string): boolean => breach !== null && isSameDevice(breach.imei, imei)
