import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, idField, timeField } from '../fields.ts'
import { lockBody, lockedArea, lockedDevice } from './locks.calls.ts'

const policy = z.object({
  policyId: z.uuid(),
  companyId: z.number().int(),
  /** null: of the whole company */
  groupId: z.number().int().nullable(),
  /** of the group; '' for the company */
  path: z.string(),
  device: lockedDevice,
  /** countries by ISO 3166-1 alpha-2, networks by MCC-MNC, and geofences */
  area: lockedArea,
  emails: z.array(z.string()),
  /** SIMs that have their lock from it by now */
  sims: countField,
  setAt: timeField,
  setBy: z.string(),
})

export const listLockPolicies = defineCall({
  method: 'GET',
  path: '/sim/lockPolicies',
  access: 'sims',
  summary: 'List the locks that SIMs of your companies and groups have without one of their own',
  data: z.array(policy),
})

export const setLockPolicy = defineCall({
  method: 'POST',
  path: '/sim/lockPolicies',
  access: 'sims',
  summary:
    'Set the lock that the SIMs of a company or a group have without one of their own, now and later. The nearest one decides: of a group, of those around it, of groups by rule, of the company. One that allows everything keeps those around it off',
  body: z.strictObject({
    company: idField.describe('Number of the company'),
    groupId: idField.nullable().describe('Number of the group; null: the whole company'),
    device: lockBody.device.describe(
      'In which devices: mode off, learn (each SIM its own), imei or tac, with the values of the last two; any when omitted',
    ),
    area: lockBody.area.describe('Where, as of a SIM’s lock; anywhere when omitted'),
    emails: lockBody.emails.describe('Addresses of its mails; none when omitted'),
  }),
  data: policy,
})

export const deleteLockPolicy = defineCall({
  method: 'DELETE',
  path: '/sim/lockPolicies/{policyId}',
  access: 'sims',
  summary: 'Delete the lock of a company or a group; its SIMs have the next one around them, or none',
  params: z.strictObject({ policyId: z.uuid() }),
  data: z.null(),
})
