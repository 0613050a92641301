import i18next from 'i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { NETWORK_FIELD_SENTENCES } from '#contract/network-admin/network-messages.ts'
import { addressFields, fieldProblem, type NetworkField, type NetworkFieldValue, networkKind } from '#domain/network-kinds.ts'
import { isInRange, NETWORK_ID, NETWORK_RANGES, type NetworkLimitName } from '#domain/network-settings.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { AccessBody, LimitsBody, NetworkData } from './networks.api.ts'

/** Connection of a network: fields of its kind by name, numbers as typed; '' keeps a secret. */
export interface AccessValues {
  readonly settings: Readonly<Record<string, string | boolean>>
  readonly secrets: Readonly<Record<string, string>>
}

/** Errors by field, as the server names them: `settings.apiUrl` is a field of the kind. */
export type NetworkProblems = Readonly<Record<string, string>>

const typed = (value: NetworkFieldValue): string | boolean => (typeof value === 'number' ? String(value) : value)

/** Rate limits of a network in a form: numbers as typed. */
export type LimitValues = Readonly<ReturnType<typeof limitValuesOf>>

export function limitValuesOf(network: LimitsBody) {
  const { name, enabled, requestsPerSecond, maxInFlight, timeoutMs, maxAttempts } = network
  return {
    name,
    enabled,
    requestsPerSecond: requestsPerSecond === null ? '' : String(requestsPerSecond),
    maxInFlight: String(maxInFlight),
    timeoutMs: String(timeoutMs),
    maxAttempts: String(maxAttempts),
  }
}

export function accessValuesOf({ settings }: Pick<NetworkData, 'settings'>): AccessValues {
  return { settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, typed(value)])), secrets: {} }
}

/** Defaults of a new network of a kind. */
export function defaultsOf(kind: string): Omit<LimitValues, 'name'> & AccessValues {
  const { fields = [], limits } = networkKind(kind) ?? {}
  const shown = fields.filter(({ input }) => input !== 'secret')
  const standard = { requestsPerSecond: null, maxInFlight: 64, timeoutMs: 10_000, maxAttempts: 3, ...limits }
  const { name: _name, ...values } = limitValuesOf({ name: '', enabled: true, ...standard })
  return { ...values, settings: Object.fromEntries(shown.map((field) => [field.name, typed(field.defaultValue)])), secrets: {} }
}

/** A typed number; NaN for what is none. */
export const wholeNumber = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN)

/** The request body of the limits; an invalid number is NaN. */
export function limitsOf(values: LimitValues): LimitsBody {
  const { name, enabled, requestsPerSecond } = values
  return {
    name,
    enabled,
    requestsPerSecond: requestsPerSecond.trim() === '' ? null : wholeNumber(requestsPerSecond),
    maxInFlight: wholeNumber(values.maxInFlight),
    timeoutMs: wholeNumber(values.timeoutMs),
    maxAttempts: wholeNumber(values.maxAttempts),
  }
}

const fieldsOf = (kind: string): readonly NetworkField[] => networkKind(kind)?.fields ?? []

/** The request body of the connection: a secret that was not typed is omitted. */
export function accessOf(kind: string, { settings, secrets }: AccessValues): Required<AccessBody> {
  const numbers = new Set(fieldsOf(kind).flatMap(({ name, input }) => (input === 'number' ? [name] : [])))
  const read = (name: string, value: string | boolean) =>
    numbers.has(name) && typeof value === 'string' ? wholeNumber(value) : value
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, read(name, value)])),
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== '')),
  }
}

const NUMBERS = Object.keys(NETWORK_RANGES) as NetworkLimitName[]
/** That a number is not within its range. */
export const between = ([least, most]: readonly [number, number]): string => i18next.t('networks.form.between', { least, most })

/** Validation errors, by the server's rules. */
export function limitProblems(limits: LimitsBody): NetworkProblems {
  const numbers = NUMBERS.flatMap((name) => {
    const value = limits[name]
    return value === null || isInRange(name, value) ? [] : [[name, between(NETWORK_RANGES[name])] as const]
  })
  return { ...Object.fromEntries(numbers), ...(limits.name.trim() === '' && { name: sentence(ALL_FIELD_SENTENCES.required) }) }
}

export function idProblems(networkId: string): NetworkProblems {
  if (NETWORK_ID.test(networkId)) return {}
  return { networkId: sentence(networkId === '' ? ALL_FIELD_SENTENCES.required : ALL_FIELD_SENTENCES.networkId) }
}

/**
 * Validation errors of the connection.
 * @param before undefined for a new network: every secret is required
 */
export function accessProblems(
  kind: string,
  { settings = {}, secrets = {} }: AccessBody,
  before: NetworkData | undefined,
): NetworkProblems {
  const isMoved = before !== undefined && addressFields(kind).some((name) => settings[name] !== before.settings[name])
  const problems = fieldsOf(kind).flatMap((field): (readonly [string, string])[] => {
    const { name, input, range } = field
    if (input === 'secret' && secrets[name] === undefined) {
      const isKept = before?.secrets.includes(name) ?? false
      if (isKept && !isMoved) return []
      return [[`secrets.${name}`, sentence(ALL_FIELD_SENTENCES[isKept ? 'secretAgain' : 'required'])]]
    }
    const problem = fieldProblem(field, input === 'secret' ? secrets[name] : settings[name])
    if (!problem) return []
    const said = problem === 'range' && range ? between(range) : sentence(NETWORK_FIELD_SENTENCES[problem])
    return [[`${input === 'secret' ? 'secrets' : 'settings'}.${name}`, said]]
  })
  return Object.fromEntries(problems)
}

/** Errors of other fields than the connection's. */
export function otherProblems(problems: NetworkProblems): NetworkProblems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !/^(settings|secrets)\./.test(name)))
}

/** Operator status for customers; '' for the computed one. */
export type OperatorValues = Readonly<ReturnType<typeof operatorValuesOf>>

export function operatorValuesOf({ overrideStatus, overrideText }: NetworkData) {
  return { overrideStatus: overrideStatus === null ? '' : String(overrideStatus), overrideText }
}

export function operatorOf({ overrideStatus, overrideText }: OperatorValues) {
  return overrideStatus === ''
    ? { overrideStatus: null, overrideText: '' }
    : { overrideStatus: Number(overrideStatus), overrideText }
}

export function operatorProblems({ overrideStatus, overrideText }: OperatorValues): NetworkProblems {
  const isSilent = overrideStatus !== '' && overrideText.trim() === ''
  return isSilent ? { overrideText: sentence(ALL_FIELD_SENTENCES.required) } : {}
}
