import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
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
import { assertValid, invalidField, invalidFields, type Sentence } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { NetworkKind } from '#server/networks/kind.ts'
import { openSecrets } from '#server/networks/stored-secrets.ts'
import { SecretUnreadable } from '#server/secrets/secret-box.ts'

type Values = Readonly<Record<string, NetworkFieldValue>>
type Texts = Readonly<Record<string, string>>
type Problems = Record<string, Sentence>

/** A change of a network's access, by field; an omitted field or an empty secret stays. */
export interface AccessChange {
  readonly settings?: Values | undefined
  readonly secrets?: Texts | undefined
}

/** The stored access: the adapter's settings, and its sealed secrets. */
export interface StoredAccess {
  readonly networkId: string
  readonly settings: unknown
  readonly sealed: unknown
}

export interface CheckedAccess {
  readonly kind: NetworkKind
  /** to store, without secrets */
  readonly settings: Record<string, unknown>
  /** newly given secrets */
  readonly sent: Texts
  /** everything, parsed by the adapter's schema */
  readonly parsed: unknown
  /** all secrets, new and stored */
  readonly secrets: Texts
}

/**
 * Merges a change into the stored access.
 * @param stored undefined for a new network
 * @throws AppError with a sentence for each wrong field
 */
export function checkAccess(
  ctx: Pick<Ctx, 'networks' | 'secrets'>,
  kindName: string,
  change: AccessChange,
  stored?: StoredAccess,
): CheckedAccess {
  const kind = ctx.networks.kinds[kindName]
  const facts = networkKind(kindName)
  if (!kind || !facts) throw invalidField('kind', NETWORK_SENTENCES.unknownKind)
  const before = fieldValues(kindName, stored?.settings)
  const values = { ...before, ...trimmed(change.settings ?? {}) }
  const sent = Object.fromEntries(Object.entries(change.secrets ?? {}).filter(([, text]) => text !== ''))
  const isMoved = stored !== undefined && addressFields(kindName).some((name) => values[name] !== before[name])
  const kept = stored ? storedSecrets(ctx, kindName, stored) : {}
  const problems = {
    ...unknownFields(facts, change),
    ...valueProblems(facts, values),
    ...secretProblems(facts, sent, isMoved ? 'moved' : kept),
  }
  assertValid(problems)
  const settings = withFieldValues(stored?.settings, values)
  const secrets = { ...kept, ...sent }
  return { kind, settings, sent, secrets, parsed: parse(kind, settings, secrets) }
}

const trimmed = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]))

const isSecret = ({ input }: NetworkField): boolean => input === 'secret'
const fieldsOf = ({ fields }: NetworkKindFacts, secret: boolean): readonly NetworkField[] =>
  fields.filter((field) => isSecret(field) === secret)

/** A network's stored secrets by name. Secrets sealed with a lost key count as not set. */
export function storedSecrets(
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

function unknownFields(facts: NetworkKindFacts, { settings = {}, secrets = {} }: AccessChange): Problems {
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

/** @param kept 'moved' when the address has changed: secrets for one address are not sent to another */
function secretProblems(facts: NetworkKindFacts, sent: Texts, kept: Texts | 'moved'): Problems {
  const again = kept === 'moved' ? ALL_FIELD_SENTENCES.secretAgain : NETWORK_FIELD_SENTENCES.required
  return Object.fromEntries(
    fieldsOf(facts, true).flatMap((field) => {
      const { name } = field
      const problem = sent[name] === undefined ? undefined : fieldProblem(field, sent[name])
      if (problem) return [[`secrets.${name}`, NETWORK_FIELD_SENTENCES[problem]]]
      const isThere = sent[name] !== undefined || (kept !== 'moved' && kept[name] !== undefined)
      return isThere ? [] : [[`secrets.${name}`, again]]
    }),
  )
}

/** The adapter's own schema decides. */
function parse({ settings: schema }: NetworkKind, settings: object, secrets: Texts): unknown {
  const result = schema.safeParse({ ...settings, ...secrets })
  if (result.success) return result.data
  const named = result.error.issues.map(({ path }) => {
    const name = path.join('.')
    return [`${Object.hasOwn(secrets, name) ? 'secrets' : 'settings'}.${name}`, NETWORK_FIELD_SENTENCES.invalid] as const
  })
  throw invalidFields(Object.fromEntries(named))
}

/**
 * The changed fields for the audit; of secrets only that they changed.
 * @param before undefined for a new network
 */
export function accessDifferences(
  kind: string,
  before: unknown,
  { settings, sent }: CheckedAccess,
): { before: Values; after: Values } {
  const [old, now] = [before === undefined ? {} : fieldValues(kind, before), fieldValues(kind, settings)]
  const names = Object.keys(now).filter((name) => old[name] !== now[name])
  const only = (of: Values): Values => Object.fromEntries(names.map((name) => [name, of[name] ?? '']))
  const secrets = Object.fromEntries(Object.keys(sent).map((name) => [name, 'changed']))
  return { before: only(old), after: { ...only(now), ...secrets } }
}
