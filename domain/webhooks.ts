import type { Permit } from './permits.ts'

/** What endpoints can be told of. */
export const WEBHOOK_EVENTS = [
  'operation.finished',
  'alarm.fired',
  'sim.status_changed',
  'sms.received',
  'invoice.issued',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What somebody must hold to have an endpoint told of it: the permit of the screen that shows the same; null: none. */
export const EVENT_PERMITS: Readonly<Record<WebhookEvent, Permit | null>> = {
  'operation.finished': 'sims',
  'alarm.fired': 'alarmas',
  'sim.status_changed': 'sims',
  'sms.received': 'sims',
  'invoice.issued': null,
}

/** Whether somebody with these permits may see what a message of that type tells of. */
export function maySeeEvent(permits: readonly Permit[], event: string): boolean {
  const needed = WEBHOOK_EVENTS.find((known) => known === event)
  const permit = needed ? EVENT_PERMITS[needed] : null
  return permit === null || permits.includes(permit)
}

/** Sent on demand, whatever an endpoint has chosen. */
export const PING = 'ping'

/** Endpoints of one company. */
export const MAX_ENDPOINTS = 10

/** Things that one message tells of: a mass operation of 100 000 SIMs is 200 messages, each of about 100 KiB. */
export const MAX_ITEMS = 500

/** For so long after a change of secret the one before signs too, hours. */
export const BOTH_SECRETS_HOURS = 24

/** An endpoint that has taken nothing for so long is turned off, hours. */
export const GIVE_UP_AFTER_HOURS = 5 * 24

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** From one attempt to the next, milliseconds: ten attempts over 24 hours. */
const PAUSES_MS = [
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

/** A pause is longer or shorter by up to this part of it, so that what failed together does not come back together. */
const JITTER = 0.1

/**
 * How long to wait after a failed attempt.
 * @param attempts so far, at least 1
 * @param chance from 0 to 1, drawn by the caller
 * @returns milliseconds; undefined when no attempt is left
 */
export function pauseAfter(attempts: number, chance: number): number | undefined {
  const pause = PAUSES_MS[attempts - 1]
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * (2 * chance - 1)))
}

export type WebhookUrlProblem = 'required' | 'webhookUrl' | 'webhookCredentials' | 'tooLong'
const URL_MAX = 2000

/**
 * What is wrong with the address of an endpoint; undefined when nothing is. Whether its network may be reached is found out where it
 * is connected to.
 */
export function webhookUrlProblem(text: string): WebhookUrlProblem | undefined {
  const given = text.trim()
  if (given === '') return 'required'
  if (given.length > URL_MAX) return 'tooLong'
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:\/\//i.test(given) || url.hash !== '') return 'webhookUrl'
  return url.username === '' && url.password === '' ? undefined : 'webhookCredentials'
}
