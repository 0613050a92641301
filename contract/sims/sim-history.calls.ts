import { z } from 'zod'
import { LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'
import { SIM_POSITION_DAYS, SIM_POSITIONS_MAX } from '#domain/sim-positions.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, timeField, usageAsOfField } from '../fields.ts'
import { townAround } from './sims.calls.ts'

// What a SIM used, what happened to it and where it was.

export const getSimUsage = defineCall({
  method: 'GET',
  path: '/sim/usage/{icc}',
  access: 'sims',
  summary: 'Get a SIM’s usage by day, last 90 days',
  params: z.strictObject({ icc: iccField }),
  data: z.object({
    days: z.array(z.object({ day: z.iso.date(), dataBytes: z.number(), voiceSeconds: z.number(), sms: z.number() })),
    usageAsOf: usageAsOfField,
    asOf: timeField,
  }),
})

export const getSimHours = defineCall({
  method: 'GET',
  path: '/sim/usage/{icc}/{day}',
  access: 'sims',
  summary: 'Get a SIM’s data by hour of a day, in the company’s time zone',
  params: z.strictObject({ icc: iccField, day: z.iso.date() }),
  data: z.object({
    /** bytes of the hours from 0 to 23 */
    hours: z.array(z.number()).length(24),
    /** bytes of the day of which no hour is known */
    restBytes: countField,
    usageAsOf: usageAsOfField,
    asOf: timeField,
  }),
})

export const getSimHistory = defineCall({
  method: 'GET',
  path: '/sim/history/{icc}',
  access: 'sims',
  summary: 'Get a SIM’s timeline, newest first, up to 200 events',
  params: z.strictObject({ icc: iccField }),
  query: z.strictObject({
    kinds: z.string().max(200).describe('Only events of these kinds, separated by commas: imei_changed,lock_broken').optional(),
  }),
  data: z.array(
    z.object({
      at: timeField,
      kind: z.string(),
      fromStatus: z.number().nullable(),
      toStatus: z.number().nullable(),
      actor: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
})

export const getSimPositions = defineCall({
  method: 'GET',
  path: '/sim/positions/{icc}',
  access: 'sims',
  summary: `Get where a SIM was located in the last days, oldest first, the latest ${SIM_POSITIONS_MAX} positions. One within ${LOCATION_UNCERTAINTY_M} m of the one before is left out`,
  params: z.strictObject({ icc: iccField }),
  query: z.strictObject({
    days: z.coerce.number().int().min(1).max(SIM_POSITION_DAYS).default(7).describe('How many days back'),
  }),
  data: z.object({
    positions: z.array(
      z.object({
        at: timeField,
        latitude: z.number(),
        longitude: z.number(),
        /** null: none near */
        town: townAround.nullable(),
      }),
    ),
    asOf: timeField,
  }),
})
