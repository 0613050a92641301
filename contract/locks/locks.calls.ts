import { z } from 'zod'
import { AREA_MODES, areaLockProblem, keptAreas, LOCK_AREAS_MAX } from '#domain/area-locks.ts'
import { isEmail } from '#domain/email.ts'
import {
  DEVICE_MODES,
  keptValues,
  LOCK_EMAILS_MAX,
  LOCK_GEOFENCES_MAX,
  lockValuesProblem,
  SIM_DEVICES_MAX,
} from '#domain/locks.ts'
import { defineCall } from '../call.ts'
import { iccField, timeField } from '../fields.ts'
import { NOTICE_ACTION_STATES } from '../filter-values.ts'
import { geofenceIdField } from '../geofences/geofences.calls.ts'

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

/**
 * Where a SIM may be. `values` are countries by ISO 3166-1 alpha-2 and networks by MCC-MNC, as many of each as one likes; `geofences` those
 * of the SIM's company.
 */
const areaLockField = z
  .strictObject({
    mode: z.enum(AREA_MODES),
    values: z.array(z.string().trim().max(40)).max(300).default([]),
    geofences: z.array(geofenceIdField).max(100).default([]),
  })
  .superRefine((lock, check) => {
    const problem = areaLockProblem(lock)
    if (problem)
      check.addIssue({ code: 'custom', message: problem, path: [problem === 'lockGeofences' ? 'geofences' : 'values'] })
  })
  .transform(({ mode, values, geofences }) => ({ mode, values: keptAreas(values), geofences: [...new Set(geofences)] }))

const addressField = z.string().trim().min(1, { error: 'required' }).refine(isEmail, { error: 'email' })

/** what sets a lock; what is left out stays as it is */
export const lockBody = {
  device: deviceLockField
    .describe('In which devices: mode off, learn, imei or tac, with the values of the last two; as before when omitted')
    .optional(),
  area: areaLockField
    .describe(
      `Where: mode off, or listed with up to ${LOCK_AREAS_MAX} countries (CL) and networks (730-01) as values, and up to ${LOCK_GEOFENCES_MAX} geofences of the SIM’s company; its network and its location each have to be in one; as before when omitted`,
    )
    .optional(),
  emails: z.array(addressField).max(LOCK_EMAILS_MAX).describe('Addresses of its mails; as before when omitted').optional(),
  inherits: z
    .literal(true)
    .describe('Gives up a lock of its own for that of its group or company; then nothing else can be set')
    .optional(),
}

/** Whether a body says nothing, or two things that exclude each other. */
export function lockBodyProblem({
  inherits,
  ...parts
}: {
  readonly [name in keyof typeof lockBody]?: unknown
}): { readonly field: keyof typeof lockBody; readonly problem: 'nothing' | 'inherits' } | undefined {
  const given = [parts.device, parts.area, parts.emails].some((part) => part !== undefined)
  if (inherits) return given ? { field: 'inherits', problem: 'inherits' } : undefined
  return given ? undefined : { field: 'device', problem: 'nothing' }
}

/** How the lock of a SIM to one device stands at its network. */
export const NETWORK_LOCK_STATES = ['none', 'sending', 'held', 'refused'] as const

const simParams = z.strictObject({ id: iccField })

export const lockedDevice = z.object({ mode: z.enum(DEVICE_MODES), values: z.array(z.string()) })
export const lockedArea = z.object({
  mode: z.enum(AREA_MODES),
  values: z.array(z.string()),
  geofences: z.array(z.string()),
})

const lock = {
  icc: z.string(),
  device: lockedDevice,
  /** countries by ISO 3166-1 alpha-2, networks by MCC-MNC, and geofences */
  area: lockedArea,
  /** who gets a mail when it is broken */
  emails: z.array(z.string()),
  /** the policy from which it has its lock, or would have it without one of its own: path of the group, '' for the company; null: none */
  policy: z.object({ policyId: z.uuid(), group: z.string() }).nullable(),
  /** the lock is its own, also one that allows everything and keeps the policy off */
  isOwn: z.boolean(),
}

const breach = {
  since: timeField,
  /** what becomes of the data, as with alarms */
  action: z.enum(NOTICE_ACTION_STATES),
  /** who restored the data in spite of it; '' for no user */
  releasedBy: z.string(),
}

export const getSimLock = defineCall({
  method: 'GET',
  path: '/sim/lock/{id}',
  access: 'sims',
  summary: `Get in which devices, countries, networks and geofences a SIM may be, whether it is in others, and in which devices it was, the last ${SIM_DEVICES_MAX}`,
  params: simParams,
  data: z.object({
    ...lock,
    /** null: never */
    setAt: timeField.nullable(),
    setBy: z.string(),
    /**
     * whether the network of the SIM itself holds it to its one device: none, sending (its network is being asked), held, refused (only the portal
     * guards it)
     */
    atNetwork: z.enum(NETWORK_LOCK_STATES),
    /** since the SIM is in a device in which it may not be; null while it isn’t */
    breach: z.object({ imei: z.string(), ...breach }).nullable(),
    /** since the SIM is in a network in which it may not be; null while it isn’t */
    areaBreach: z.object({ network: z.string(), ...breach }).nullable(),
    /** since the SIM is outside of all its geofences; null while it isn’t */
    geofenceBreach: z.object({ latitude: z.number(), longitude: z.number(), ...breach }).nullable(),
    /** latest first */
    devices: z.array(z.object({ imei: z.string(), firstSeen: timeField, lastSeen: timeField })),
  }),
})

export const lockSim = defineCall({
  method: 'POST',
  path: '/sim/lock/{id}',
  access: 'sims',
  summary:
    'Bind a SIM to its device, and to countries, networks and geofences: elsewhere its data is cut, until it is back or somebody restores the data. Device: mode off, learn (the first one reported), imei or tac (models). Area: mode off or listed',
  params: simParams,
  body: z.strictObject(lockBody),
  data: z.object(lock),
})
