import { z } from 'zod'
import { DEVICE_LOGIN_STATES, DEVICE_NAME_MAX } from '#domain/device-logins.ts'
import { defineCall } from '../call.ts'
import { timeField } from '../fields.ts'
import { createApiKey } from './api-keys.calls.ts'

/**
 * How a terminal gets its key: it makes one, sends it in x-api-key before it is valid, and a person approves it (RFC 8628).
 */

export const startDeviceLogin = defineCall({
  method: 'POST',
  path: '/deviceLogins',
  access: 'public',
  takesNewKey: true,
  secret: true,
  summary:
    'Ask for the approval of a new key, made by the caller and sent as x-api-key; returns the code that a person confirms',
  body: z.strictObject({
    machine: z
      .string()
      .trim()
      .min(1, { error: 'required' })
      .max(DEVICE_NAME_MAX)
      .regex(/^[^\p{Cc}]*$/u)
      .describe('What the machine is called; proposed as the name of the key'),
  }),
  data: z.object({
    /** BCDF-GHJK, confirmed at /integrations?device=BCDF-GHJK */
    userCode: z.string(),
    expiresAt: timeField,
    /** seconds between two questions whether it was confirmed */
    interval: z.number().int(),
  }),
})

export const getOwnDeviceLogin = defineCall({
  method: 'GET',
  path: '/deviceLogins/own',
  access: 'public',
  takesNewKey: true,
  summary: 'Get whether the new key in x-api-key was approved',
  data: z.object({ state: z.enum(DEVICE_LOGIN_STATES) }),
})

const userCodeParam = z.strictObject({ userCode: z.string().max(40).describe('As the terminal shows it: BCDF-GHJK') })

export const getDeviceLogin = defineCall({
  method: 'GET',
  path: '/deviceLogins/{userCode}',
  access: 'users',
  isForPeople: true,
  summary: 'Get which terminal waits with a code',
  params: userCodeParam,
  data: z.object({
    userCode: z.string(),
    machine: z.string(),
    address: z.string(),
    startedAt: timeField,
    expiresAt: timeField,
  }),
})

export const approveDeviceLogin = defineCall({
  method: 'POST',
  path: '/deviceLogins/{userCode}/approve',
  access: 'users',
  isForPeople: true,
  summary: 'Approve the terminal that waits with a code: its key becomes one of your company',
  params: userCodeParam,
  body: createApiKey.body,
  data: createApiKey.data.shape.apiKey,
})

export const refuseDeviceLogin = defineCall({
  method: 'POST',
  path: '/deviceLogins/{userCode}/refuse',
  access: 'users',
  isForPeople: true,
  summary: 'Refuse the terminal that waits with a code',
  params: userCodeParam,
  body: z.strictObject({}),
  data: z.null(),
})
