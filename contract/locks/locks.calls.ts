import { z } from 'zod'
import { isEmail } from '#domain/email.ts'
import { DEVICE_MODES, keptValues, LOCK_EMAILS_MAX, lockValuesProblem, SIM_DEVICES_MAX } from '#domain/locks.ts'
import { defineCall } from '../call.ts'
import { iccField, timeField } from '../fields.ts'
import { NOTICE_ACTION_STATES } from '../filter-values.ts'

/**
 * Which devices a SIM may be in. `values` are IMEIs, or the first eight digits of them (type allocation codes). Those of `learn` are the
 * device that it holds: without one it holds the next that is reported.
 */
const deviceLockField = z
  .strictObject({ mode: z.enum(DEVICE_MODES), values: z.array(z.string().trim().max(40)).max(100).default([]) })
  .superRefine((lock, check) => {
    const problem = lockValuesProblem(lock)
    if (problem) check.addIssue({ code: 'custom', message: problem, path: ['values'] })
  })
  .transform(({ mode, values }) => ({ mode, values: keptValues(mode, values) }))

const addressField = z.string().trim().min(1, { error: 'required' }).refine(isEmail, { error: 'email' })

/** what sets a lock */
export const lockBody = {
  device: deviceLockField.describe('Mode off, learn, imei or tac, with the values of the last two'),
  emails: z.array(addressField).max(LOCK_EMAILS_MAX).describe('Addresses of its mails; as before when omitted').optional(),
}

const simParams = z.strictObject({ id: iccField })

export const lockedDevice = z.object({ mode: z.enum(DEVICE_MODES), values: z.array(z.string()) })

const lock = {
  icc: z.string(),
  device: lockedDevice,
  /** who gets a mail when it is broken */
  emails: z.array(z.string()),
}

export const getSimLock = defineCall({
  method: 'GET',
  path: '/sim/lock/{id}',
  access: 'sims',
  summary: `Get which devices a SIM may be in, whether it is in another one, and in which ones it was, the last ${SIM_DEVICES_MAX}`,
  params: simParams,
  data: z.object({
    ...lock,
    /** null: never */
    setAt: timeField.nullable(),
    setBy: z.string(),
    /** since the SIM is where it may not be; null while it isn’t */
    breach: z
      .object({
        imei: z.string(),
        since: timeField,
        /** what becomes of the data, as with alarms */
        action: z.enum(NOTICE_ACTION_STATES),
        /** who restored the data in spite of it; '' for no user */
        releasedBy: z.string(),
      })
      .nullable(),
    /** latest first */
    devices: z.array(z.object({ imei: z.string(), firstSeen: timeField, lastSeen: timeField })),
  }),
})

export const lockSim = defineCall({
  method: 'POST',
  path: '/sim/lock/{id}',
  access: 'sims',
  summary:
    'Bind a SIM to its device: in another one its data is cut, until it is back or somebody restores the data. Mode off, learn (the first device reported), imei or tac (models)',
  params: simParams,
  body: z.strictObject(lockBody),
  data: z.object(lock),
})
