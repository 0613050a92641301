import { z } from 'zod'

/**
 * The parts of Soracom's answers that are used (OpenAPI document, version 20260604). Other fields may come and go; a
 * used field of the wrong type makes the whole answer unclear. Unknown values are `null`.
 */
const text = z.string().max(500).nullish()
const millis = z.number().int().nullish()

const cell = z.object({
  mcc: z.number().int().nullish(),
  mnc: z.number().int().nullish(),
  lac: z.number().int().nullish(),
  ci: z.number().int().nullish(),
  tac: z.number().int().nullish(),
  eci: z.number().int().nullish(),
  radioType: text,
})
export type SoracomCell = z.infer<typeof cell>

const session = z.object({ sessionId: text, imei: text, ueIpAddress: text, cell: cell.nullish() })

export const simAnswer = z.object({
  simId: z.string().min(1).max(100),
  status: z.string().max(100),
  speedClass: text,
  imeiLock: z.object({ imei: text }).nullish(),
  activeProfileId: text,
  lastModifiedTime: millis,
  lastLocationUpdateTime: millis,
  terminationEnabled: z.boolean().nullish(),
  tags: z.object({ name: text }).nullish(),
  profiles: z
    .record(
      z.string(),
      z.object({
        iccid: text,
        primaryImsi: text,
        subscribers: z.record(z.string(), z.object({ msisdn: text })).nullish(),
      }),
    )
    .nullish(),
  sessionStatus: session.extend({ online: z.boolean().nullish(), lastUpdatedAt: millis }).nullish(),
  previousSession: session.extend({ createdTime: millis, deletedTime: millis }).nullish(),
})
export type SoracomSim = z.infer<typeof simAnswer>
export const simsAnswer = z.array(simAnswer).max(1_000)

const sessionEventAnswer = session.extend({
  event: z.string().max(100),
  time: z.number().int(),
  apn: text,
  /** Unix time in milliseconds, as text */
  createdTime: text,
})
export type SoracomSessionEvent = z.infer<typeof sessionEventAnswer>
export const sessionEventsAnswer = z.array(sessionEventAnswer).max(10_000)

const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish()
const bucketAnswer = z.object({
  /** start of a step of about five minutes, seconds since 1970 */
  unixtime: z.number().int(),
  /** by speed class */
  dataTrafficStatsMap: z.record(z.string(), z.object({ uploadByteSizeTotal: bytes, downloadByteSizeTotal: bytes })).nullish(),
})
export type SoracomBucket = z.infer<typeof bucketAnswer>
export const bucketsAnswer = z.array(bucketAnswer).max(20_000)

export const cellLocationAnswer = z.object({
  lat: z.number().min(-90).max(90),
  lon: z.number().min(-180).max(180),
  range: z.number().nullish(),
})

export const authAnswer = z.object({ apiKey: z.string().min(1).max(10_000), token: z.string().min(1).max(10_000) })
export const smsAnswer = z.object({ messageId: z.string().max(200).nullish() })
export const errorAnswer = z.object({ code: text, message: text })
