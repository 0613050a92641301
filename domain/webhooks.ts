import type { Permit } from './permits.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

/** The event types of webhooks. */
export const WEBHOOK_EVENTS = [
  'operation.finished',
  'alarm.fired',
  'rule.fired',
  'sim.status_changed',
  'sim.plan_changed',
  'sim.imei_changed',
  'sim.left_area',
  'sms.received',
  'invoice.issued',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/**
 * The permit required to subscribe an endpoint to an event type: that of the screen that shows the same; null: none.
 */
export const EVENT_PERMITS: Readonly<Record<WebhookEvent, Permit | null>> = {
  'operation.finished': 'sims',
  'alarm.fired': 'alarmas',
  'rule.fired': 'alarmas',
  'sim.status_changed': 'sims',
  'sim.plan_changed': 'sims',
  'sim.imei_changed': 'sims',
  'sim.left_area': 'sims',
  'sms.received': 'sims',
  'invoice.issued': null,
}

/** Whether these permits allow reading messages of an event type. */
export function maySeeEvent(permits: readonly Permit[], event: string): boolean {
  const needed = WEBHOOK_EVENTS.find((known) => known === event)
  const permit = needed ? EVENT_PERMITS[needed] : null
  return permit === null || permits.includes(permit)
}

/** Event type of what a rule writes to a chat: no endpoint subscribes to it. */
export const CHAT_EVENT = 'rule.chat'

/** Event type of what a subscription of CAMARA sends to its sink: no endpoint of webhooks subscribes to it. */
export const CAMARA_EVENT = 'camara.event'

/** An address that is a secret, as it is shown: 'https://hooks.slack.com/…a1B2'. */
export const maskedAddress = (url: string): string => `${new URL(url).origin}/…${url.slice(-4)}`

/** What is wrong with the address of a chat; a masked one stands for the one that is stored. */
export const chatProblem = (text: string): ReturnType<typeof webhookUrlProblem> =>
  text === '' || text.includes('…') ? undefined : webhookUrlProblem(text)

/** Event type of a test message, sent on demand independently of subscriptions. */
export const PING = 'ping'

/** Maximum number of endpoints of a company. */
export const MAX_ENDPOINTS = 10

/** Maximum items per message: a mass operation of 100 000 SIMs is 200 messages, each of about 100 KiB. */
export const MAX_EVENT_ITEMS = 500

/** Hours after a secret rotation during which messages are signed with the old secret too. */
export const SECRET_OVERLAP_HOURS = 24

/** An endpoint without a successful delivery for this many hours is disabled. */
export const TURN_OFF_AFTER_HOURS = 5 * 24

/** Delays between attempts, milliseconds: ten attempts over 24 hours. */
const RETRY_DELAYS_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  9 * HOUR_MS - 13 * MINUTE_MS,
] as const

/** Random share by which a delay varies, so that deliveries that failed together are not retried together. */
const JITTER = 0.1

/**
 * The delay before the next attempt.
 * @param attempts made so far, at least 1
 * @param random from 0 to 1, drawn by the caller
 * @returns milliseconds; undefined when no attempt is left
 */
export function retryDelayMs(attempts: number, random: number): number | undefined {
  const delay = RETRY_DELAYS_MS[attempts - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * random - 1)))
}

export type WebhookUrlProblem = 'required' | 'webhookUrl' | 'webhookCredentials' | 'tooLong'
const URL_MAX = 2000

/**
 * Validates the address of an endpoint; undefined when it is valid. Whether its network may be reached is checked when
 * the connection is made.
 */
export function webhookUrlProblem(text: string): WebhookUrlProblem | undefined {
  const given = text.trim()
  if (given === '') return 'required'
  if (given.length > URL_MAX) return 'tooLong'
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:\/\//i.test(given) || url.hash !== '') return 'webhookUrl'
  return url.username === '' && url.password === '' ? undefined : 'webhookCredentials'
}
