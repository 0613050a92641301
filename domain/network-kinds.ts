import type { NetworkNumber } from './network-settings.ts'

/** How a field is filled in. A secret is told once and never shown again. */
export type NetworkFieldInput = 'text' | 'url' | 'host' | 'number' | 'switch' | 'secret'
export type NetworkFieldValue = string | number | boolean

interface FieldFacts {
  /** the key in the adapter's settings; one of an inner object with a dot, such as `life.isOn` */
  readonly name: string
  /** what a new network has; '' for nothing */
  readonly standard: NetworkFieldValue
  /** of a whole number, the least and the most */
  readonly range?: readonly [number, number]
}

/**
 * One thing that an administrator says of a network of a kind. A secret is always required: leaving it empty means that it stays,
 * so one that a network can do without could never be taken away again.
 */
export type NetworkField = FieldFacts &
  (
    | { readonly input: 'secret'; readonly isRequired: true }
    | { readonly input: Exclude<NetworkFieldInput, 'secret'>; readonly isRequired: boolean }
  )

/** What an administrator needs to know of a kind of network to add one. */
export interface NetworkKindFacts {
  readonly fields: readonly NetworkField[]
  /** how hard a new network of the kind is asked; null: as fast as it answers */
  readonly limits: Readonly<Record<Exclude<NetworkNumber, 'requestsPerSecond'>, number>> & {
    readonly requestsPerSecond: number | null
  }
}

const PORTS = [1, 65_535] as const

const required = <const Name extends string, const Input extends NetworkFieldInput>(
  name: Name,
  input: Input,
  standard: NetworkFieldValue = '',
) => ({ name, input, isRequired: true as const, standard })
const port = <const Name extends string>(name: Name, standard: number) => ({
  ...required(name, 'number', standard),
  range: PORTS,
})

/**
 * The kinds of networks, by the name that `networks.kind` has. What else an adapter's settings hold is no field of a form and
 * stays as it is when an administrator saves.
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

/** What is known of a kind; undefined for one that is not there. */
export function networkKind(name: string): NetworkKindFacts | undefined {
  return Object.entries(NETWORK_KINDS).find(([known]) => known === name)?.[1]
}

const isSecret = ({ input }: NetworkField): boolean => input === 'secret'

/** The names of a kind's fields that are kept sealed. */
export function secretFields(kind: string): readonly string[] {
  return (networkKind(kind)?.fields ?? []).filter(isSecret).map(({ name }) => name)
}

/** Fields by which a network is found: a secret goes only where it was meant to go when it was told. */
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

/** What an adapter's settings say of a kind's fields, by field; what they leave out is as standard has it. Secrets are left out. */
export function fieldValues(kind: string, settings: unknown): Record<string, NetworkFieldValue> {
  const fields = (networkKind(kind)?.fields ?? []).filter((field) => !isSecret(field))
  return Object.fromEntries(
    fields.map(({ name, standard }) => {
      const value = readAt(settings, name.split('.'))
      return [name, isValue(value) ? value : standard]
    }),
  )
}

/** An adapter's settings with some fields set, the rest as before. */
export function withFieldValues(
  settings: unknown,
  values: Readonly<Record<string, NetworkFieldValue>>,
): Record<string, unknown> {
  const before: Record<string, unknown> = isObject(settings) ? { ...settings } : {}
  return Object.entries(values).reduce((result, [name, value]) => writeAt(result, name.split('.'), value), before)
}

/** Longest text of a field and of a secret, characters; a key in PEM is some 3 000. */
export const NETWORK_FIELD_MAX = 500
export const NETWORK_SECRET_MAX = 8_000

export type NetworkFieldProblem = 'required' | 'tooLong' | 'url' | 'host' | 'range' | 'invalid'

const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
/** a name (RFC 1123 section 2.1, with the underscore that containers have), or an address with colons */
const HOST = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|[0-9A-Fa-f:.]{2,45})$/

/** An address that a key may be sent to: https, and plain http on this machine only. */
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

/** What is wrong with a field's value; undefined when nothing is. A number that was not typed is NaN. */
export function fieldProblem(field: NetworkField, value: unknown): NetworkFieldProblem | undefined {
  const { input, isRequired, range = [0, Number.MAX_SAFE_INTEGER] } = field
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return isRequired ? 'required' : undefined
  if (input === 'switch') return typeof value === 'boolean' ? undefined : 'invalid'
  if (input !== 'number') return typeof value === 'string' ? textProblem(field, value) : 'invalid'
  if (typeof value !== 'number') return 'invalid'
  return Number.isInteger(value) && value >= range[0] && value <= range[1] ? undefined : 'range'
}
