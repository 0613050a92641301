import type { NetworkLimitName } from './network-settings.ts'

/** The input type of a field. A secret is write-only: it is never shown again. */
export type NetworkFieldInput = 'text' | 'url' | 'host' | 'number' | 'switch' | 'secret'
export type NetworkFieldValue = string | number | boolean

interface FieldFacts {
  /** the key in the adapter's settings; one of an inner object with a dot, such as `life.isOn` */
  readonly name: string
  /** value in a new network; '' for none */
  readonly defaultValue: NetworkFieldValue
  /** minimum and maximum of a whole number */
  readonly range?: readonly [number, number]
}

/**
 * One field of a network's form. A secret is always required: an empty input keeps the stored one, so an optional
 * secret could never be removed.
 */
export type NetworkField = FieldFacts &
  (
    | { readonly input: 'secret'; readonly isRequired: true }
    | { readonly input: Exclude<NetworkFieldInput, 'secret'>; readonly isRequired: boolean }
  )

/** The form fields and default limits of a kind of network. */
export interface NetworkKindFacts {
  readonly fields: readonly NetworkField[]
  /** default limits of a new network of the kind; null: no rate limit */
  readonly limits: Readonly<Record<Exclude<NetworkLimitName, 'requestsPerSecond'>, number>> & {
    readonly requestsPerSecond: number | null
  }
}

const PORTS = [1, 65_535] as const

const required = <const Name extends string, const Input extends NetworkFieldInput>(
  name: Name,
  input: Input,
  defaultValue: NetworkFieldValue = '',
) => ({ name, input, isRequired: true as const, defaultValue })
const port = <const Name extends string>(name: Name, defaultValue: number) => ({
  ...required(name, 'number', defaultValue),
  range: PORTS,
})

/**
 * The kinds of networks, by the name in `networks.kind`. Settings of an adapter that are not form fields are preserved
 * when an administrator saves.
 */
export const NETWORK_KINDS = {
  simulated: {
    fields: [required('life.isOn', 'switch', true), required('remembersRequests', 'switch', true)],
    limits: { requestsPerSecond: null, maxInFlight: 64, timeoutMs: 10_000, maxAttempts: 3 },
  },
  // ports of the daemons' VTY and CTRL interfaces as Osmocom has them (OsmoHLR, OsmoSGSN, OsmoGGSN and OsmoMSC user manuals)
  osmocom: {
    fields: [
      required('plmn', 'text', '001-01'),
      required('hlrHost', 'host', '127.0.0.1'),
      port('hlrVtyPort', 4258),
      port('hlrCtrlPort', 4259),
      required('sgsnHost', 'host', '127.0.0.1'),
      port('sgsnVtyPort', 4245),
      port('sgsnCtrlPort', 4251),
      required('ggsnHost', 'host', '127.0.0.1'),
      port('ggsnVtyPort', 4260),
      { ...required('mscHost', 'host', '127.0.0.1'), isRequired: false },
      port('mscVtyPort', 4254),
    ],
    limits: { requestsPerSecond: null, maxInFlight: 32, timeoutMs: 10_000, maxAttempts: 3 },
  },
  soracom: {
    fields: [
      required('apiUrl', 'url', 'https://g.api.soracom.io'),
      required('authKeyId', 'text'),
      required('authKey', 'secret'),
    ],
    limits: { requestsPerSecond: 5, maxInFlight: 8, timeoutMs: 20_000, maxAttempts: 4 },
  },
} as const satisfies Record<string, NetworkKindFacts>
export type NetworkKindName = keyof typeof NETWORK_KINDS

/** The kind of that name; undefined when there is none. */
export function networkKind(name: string): NetworkKindFacts | undefined {
  return Object.entries(NETWORK_KINDS).find(([known]) => known === name)?.[1]
}

const isSecret = ({ input }: NetworkField): boolean => input === 'secret'

/** The names of a kind's secret fields, which are stored sealed. */
export function secretFields(kind: string): readonly string[] {
  return (networkKind(kind)?.fields ?? []).filter(isSecret).map(({ name }) => name)
}

/** Fields that hold a network's addresses: when one changes, stored secrets must not be sent to the new address. */
export function addressFields(kind: string): readonly string[] {
  const fields: readonly NetworkField[] = networkKind(kind)?.fields ?? []
  return fields.filter(({ input }) => input === 'url' || input === 'host').map(({ name }) => name)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const isValue = (value: unknown): value is NetworkFieldValue => ['string', 'number', 'boolean'].includes(typeof value)

function readAt(settings: unknown, path: readonly string[]): unknown {
  const [name, ...inner] = path
  if (name === undefined) return settings
  return isObject(settings) && Object.hasOwn(settings, name) ? readAt(settings[name], inner) : undefined
}

function writeAt(settings: unknown, [name = '', ...inner]: readonly string[], value: unknown): Record<string, unknown> {
  const before = isObject(settings) ? settings : {}
  return { ...before, [name]: inner.length === 0 ? value : writeAt(before[name], inner, value) }
}

/** The values of a kind's fields in an adapter's settings; absent ones take their default. Secrets are left out. */
export function fieldValues(kind: string, settings: unknown): Record<string, NetworkFieldValue> {
  const fields = (networkKind(kind)?.fields ?? []).filter((field) => !isSecret(field))
  return Object.fromEntries(
    fields.map(({ name, defaultValue }) => {
      const value = readAt(settings, name.split('.'))
      return [name, isValue(value) ? value : defaultValue]
    }),
  )
}

/** Sets some fields in an adapter's settings and preserves the rest. */
export function withFieldValues(
  settings: unknown,
  values: Readonly<Record<string, NetworkFieldValue>>,
): Record<string, unknown> {
  const before: Record<string, unknown> = isObject(settings) ? { ...settings } : {}
  return Object.entries(values).reduce((result, [name, value]) => writeAt(result, name.split('.'), value), before)
}

/** Maximum length of a field and of a secret, characters; a PEM key has about 3 000. */
export const NETWORK_FIELD_MAX = 500
export const NETWORK_SECRET_MAX = 8_000

export type NetworkFieldProblem = 'required' | 'tooLong' | 'url' | 'host' | 'range' | 'invalid'

const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
/** a name (RFC 1123 section 2.1, with the underscore that containers have), or an address with colons */
const HOST = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45})$/

/** Whether secrets may be sent to an address: https, or plain http on this machine only. */
function isApiUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false
  return protocol === 'https:' || THIS_MACHINE.includes(hostname)
}

function textProblem({ input }: NetworkField, text: string): NetworkFieldProblem | undefined {
  if (text.length > (input === 'secret' ? NETWORK_SECRET_MAX : NETWORK_FIELD_MAX)) return 'tooLong'
  if (input === 'url' && !isApiUrl(text)) return 'url'
  return input === 'host' && !HOST.test(text) ? 'host' : undefined
}

/** Validates a field's value; undefined when it is valid. An empty number input is NaN. */
export function fieldProblem(field: NetworkField, value: unknown): NetworkFieldProblem | undefined {
  const { input, isRequired, range = [0, Number.MAX_SAFE_INTEGER] } = field
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return isRequired ? 'required' : undefined
  if (input === 'switch') return typeof value === 'boolean' ? undefined : 'invalid'
  if (input !== 'number') return typeof value === 'string' ? textProblem(field, value) : 'invalid'
  if (typeof value !== 'number') return 'invalid'
  return Number.isInteger(value) && value >= range[0] && value <= range[1] ? undefined : 'range'
}
