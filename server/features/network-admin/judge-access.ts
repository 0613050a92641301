import { NETWORK_FIELD_SENTENCES, NETWORK_SENTENCES } from '#contract/network-admin/network-messages.ts'
import {
  addressFields,
  fieldProblem,
  fieldValues,
  type NetworkField,
  type NetworkFieldValue,
  type NetworkKindFacts,
  networkKind,
  secretFields,
  withFieldValues,
} from '#domain/network-kinds.ts'
import { assertValid, invalidField, invalidFields, type Sentence } from '../../app-error.ts'
import type { Ctx } from '../../context.ts'
import type { NetworkKind } from '../../networks/kind.ts'
import { openSecrets } from '../../networks/stored-secrets.ts'
import { SecretUnreadable } from '../../secrets/secret-box.ts'

type Values = Readonly<Record<string, NetworkFieldValue>>
type Texts = Readonly<Record<string, string>>
type Problems = Record<string, Sentence>

/** How somebody wants a network to be reached, by field; what is left out stays, and so does a secret that is ''. */
export interface WantedAccess {
  readonly settings?: Values | undefined
  readonly secrets?: Texts | undefined
}

/** How it is reached now: the adapter's settings, and its secrets as they are sealed. */
export interface StoredAccess {
  readonly networkId: string
  readonly settings: unknown
  readonly sealed: unknown
}

export interface JudgedAccess {
  readonly kind: NetworkKind
  /** to be kept, without secrets */
  readonly settings: Record<string, unknown>
  /** the secrets that were told now */
  readonly told: Texts
  /** all of it, as the adapter's schema reads it */
  readonly parsed: unknown
  /** all secrets, those told now and those that were kept */
  readonly secrets: Texts
}

/**
 * Puts what is wanted into what is there.
 * @param stored undefined for a network that is not there yet
 * @throws AppError with a sentence for each field that is wrong
 */
export function judgeAccess(
  ctx: Pick<Ctx, 'networks' | 'secrets'>,
  kindName: string,
  wanted: WantedAccess,
  stored?: StoredAccess,
): JudgedAccess {
  const kind = ctx.networks.kinds[kindName]
  const facts = networkKind(kindName)
  if (!kind || !facts) throw invalidField('kind', NETWORK_SENTENCES.unknownKind)
  const before = fieldValues(kindName, stored?.settings)
  const values = { ...before, ...trimmed(wanted.settings ?? {}) }
  const told = Object.fromEntries(Object.entries(wanted.secrets ?? {}).filter(([, text]) => text !== ''))
  const isMoved = stored !== undefined && addressFields(kindName).some((name) => values[name] !== before[name])
  const kept = stored ? keptSecrets(ctx, kindName, stored) : {}
  const problems = {
    ...strangers(facts, wanted),
    ...valueProblems(facts, values),
    ...secretProblems(facts, told, isMoved ? 'moved' : kept),
  }
  assertValid(problems)
  const settings = withFieldValues(stored?.settings, values)
  const secrets = { ...kept, ...told }
  return { kind, settings, told, secrets, parsed: parse(kind, settings, secrets) }
}

const trimmed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]))

const isSecret = ({ input }: NetworkField): boolean => input === 'secret'
const fieldsOf = ({ fields }: NetworkKindFacts, secret: boolean): readonly NetworkField[] =>
  fields.filter((field) => isSecret(field) === secret)

/** A network's secrets by name. Those that were sealed with a key that is gone count as not set: they are typed anew. */
export function keptSecrets(
  { secrets }: Pick<Ctx, 'secrets'>,
  kind: string,
  { networkId, sealed }: Omit<StoredAccess, 'settings'>,
): Texts {
  try {
    return openSecrets(secrets, networkId, sealed, secretFields(kind))
  } catch (error) {
    if (error instanceof SecretUnreadable) return {}
    throw error
  }
}

function strangers(facts: NetworkKindFacts, { settings = {}, secrets = {} }: WantedAccess): Problems {
  const unknown = (of: object, secret: boolean, group: string): [string, Sentence][] => {
    const known = new Set(fieldsOf(facts, secret).map(({ name }) => name))
    const names = Object.keys(of).filter((name) => !known.has(name))
    return names.map((name) => [`${group}.${name}`, NETWORK_SENTENCES.unknownField])
  }
  return Object.fromEntries([...unknown(settings, false, 'settings'), ...unknown(secrets, true, 'secrets')])
}

function valueProblems(facts: NetworkKindFacts, values: Values): Problems {
  return Object.fromEntries(
    fieldsOf(facts, false).flatMap((field) => {
      const problem = fieldProblem(field, values[field.name])
      return problem ? [[`settings.${field.name}`, NETWORK_FIELD_SENTENCES[problem]]] : []
    }),
  )
}

/** @param kept 'moved' when it is reached elsewhere than before: what was meant for one address is not sent to another */
function secretProblems(facts: NetworkKindFacts, told: Texts, kept: Texts | 'moved'): Problems {
  const again = kept === 'moved' ? NETWORK_SENTENCES.secretAgain : NETWORK_FIELD_SENTENCES.required
  return Object.fromEntries(
    fieldsOf(facts, true).flatMap((field) => {
      const { name } = field
      const problem = told[name] === undefined ? undefined : fieldProblem(field, told[name])
      if (problem) return [[`secrets.${name}`, NETWORK_FIELD_SENTENCES[problem]]]
      const isThere = told[name] !== undefined || (kept !== 'moved' && kept[name] !== undefined)
      return isThere ? [] : [[`secrets.${name}`, again]]
    }),
  )
}

/** The adapter's own schema has the last word. */
function parse({ settings: schema }: NetworkKind, settings: object, secrets: Texts): unknown {
  const result = schema.safeParse({ ...settings, ...secrets })
  if (result.success) return result.data
  const named = result.error.issues.map(({ path }) => {
    const name = path.join('.')
    return [`${Object.hasOwn(secrets, name) ? 'secrets' : 'settings'}.${name}`, NETWORK_FIELD_SENTENCES.invalid] as const
  })
  throw invalidFields(Object.fromEntries(named))
}

/** What became different, by field and for the audit: of secrets, that they did. @param before undefined: nothing was there */
export function accessDifferences(
  kind: string,
  before: unknown,
  { settings, told }: JudgedAccess,
): { before: Values; after: Values } {
  const [old, now] = [before === undefined ? {} : fieldValues(kind, before), fieldValues(kind, settings)]
  const names = Object.keys(now).filter((name) => old[name] !== now[name])
  const only = (of: Values): Values => Object.fromEntries(names.map((name) => [name, of[name] ?? '']))
  const secrets = Object.fromEntries(Object.keys(told).map((name) => [name, 'changed']))
  return { before: only(old), after: { ...only(now), ...secrets } }
}
