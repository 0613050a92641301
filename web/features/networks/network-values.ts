import i18next from 'i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { isInRange, NETWORK_RANGES, type NetworkNumber } from '#domain/network-settings.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { NetworkData, NetworkSettings } from './networks.api.ts'

/** What the form holds: numbers as they were typed. */
export interface NetworkValues {
  readonly name: string
  readonly enabled: boolean
  readonly requestsPerSecond: string
  readonly maxInFlight: string
  readonly timeoutMs: string
  readonly maxAttempts: string
  /** '' for the verdict over the calls */
  readonly overrideStatus: string
  readonly overrideText: string
}

export type NetworkProblems = Partial<Record<keyof NetworkValues, string>>

export function valuesOf(network: NetworkData): NetworkValues {
  const { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts, overrideStatus, overrideText } = network
  return {
    name,
    enabled,
    requestsPerSecond: requestsPerSecond === null ? '' : String(requestsPerSecond),
    maxInFlight: String(maxInFlight),
    timeoutMs: String(timeoutMs),
    maxAttempts: String(maxAttempts),
    overrideStatus: overrideStatus === null ? '' : String(overrideStatus),
    overrideText,
  }
}

const whole = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN)

/** The settings that the form stands for; a number that is none is NaN. */
export function settingsOf(values: NetworkValues, updatedAt: string): NetworkSettings {
  const { requestsPerSecond, overrideStatus } = values
  return {
    name: values.name,
    enabled: values.enabled,
    requestsPerSecond: requestsPerSecond.trim() === '' ? null : whole(requestsPerSecond),
    maxInFlight: whole(values.maxInFlight),
    timeoutMs: whole(values.timeoutMs),
    maxAttempts: whole(values.maxAttempts),
    overrideStatus: overrideStatus === '' ? null : Number(overrideStatus),
    overrideText: overrideStatus === '' ? '' : values.overrideText,
    updatedAt,
  }
}

const NUMBERS = Object.keys(NETWORK_RANGES) as NetworkNumber[]

/** What is wrong with the settings, by the rule that the server refuses by. */
export function problemsOf(settings: NetworkSettings): NetworkProblems {
  const problems: { -readonly [K in keyof NetworkValues]?: string } = {}
  for (const name of NUMBERS) {
    const value = settings[name]
    const [least, most] = NETWORK_RANGES[name]
    if (value !== null && !isInRange(name, value)) problems[name] = i18next.t('networks.form.between', { least, most })
  }
  if (settings.name.trim() === '') problems.name = sentence(FIELD_SENTENCES.required)
  const isSilent = settings.overrideStatus !== null && settings.overrideText.trim() === ''
  if (isSilent) problems.overrideText = sentence(FIELD_SENTENCES.required)
  return problems
}
