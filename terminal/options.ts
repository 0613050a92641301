import type { CallValues } from './api-client.ts'
import { usageError } from './failure.ts'
import type { CallField, PublicCall } from './public-call.ts'

type Place = 'params' | 'query' | 'body'

/** An option of a command line: of a field of its call, or of the terminal itself. */
export interface CommandOption {
  readonly name: string
  readonly short?: string
  readonly about: string
  /** what stands after it; without one it is a switch */
  readonly value?: string
  readonly isMultiple?: boolean
  readonly choices?: readonly string[]
  /** where its value goes; `filter` is within the body */
  readonly target?: { readonly place: Place | 'filter'; readonly field: CallField }
}

/** Fields of the filter, whose names are long on a command line. */
const FILTER_NAMES: Readonly<Record<string, string>> = {
  administrativeStatusIds: 'status',
  gprsStatuses: 'session',
  providerIds: 'origin',
  simTypeIds: 'type',
  planCodes: 'plan',
  apnIds: 'apn',
  companyIds: 'company',
  tags: 'tag',
  groups: 'group',
  operationId: 'operation',
}
const OWN_NAMES: Readonly<Record<string, string>> = { scheduledAt: 'at' }

const isYesNo = (choices: readonly string[] = []): boolean =>
  choices.length === 2 && ['false true', '0 1'].includes(choices.toSorted().join(' '))

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function optionOf(field: CallField, place: Place | 'filter', renamed: Readonly<Record<string, string>>): CommandOption {
  const { name, type, choices, words } = field
  const typed = words ? Object.keys(words) : choices
  const isSwitch = type === 'flag' || isYesNo(choices)
  return {
    name: renamed[name] ?? kebab(name),
    about: field.about ?? '',
    isMultiple: type === 'texts' || type === 'numbers',
    target: { place, field },
    ...(!isSwitch && {
      value: type === 'number' || (type === 'numbers' && !words) ? 'NUMBER' : type === 'json' ? 'JSON' : 'TEXT',
    }),
    ...(!isSwitch && typed && { choices: typed }),
  }
}

/** The options of a call's fields, without those that the command fills in itself. */
export function callOptions(
  call: PublicCall,
  { without = [], renamed = {} }: { without?: readonly string[]; renamed?: Readonly<Record<string, string>> } = {},
): CommandOption[] {
  const filter = call.body.find(({ name }) => name === 'filter')?.fields ?? []
  const own = (['params', 'query', 'body'] as const).flatMap((place) =>
    call[place]
      .filter(({ name }) => !without.includes(name) && name !== 'filter')
      .map((field) => optionOf(field, place, { ...OWN_NAMES, ...renamed })),
  )
  const isFree = ({ name }: CommandOption) => !own.some((other) => other.name === name)
  return [...own, ...filter.map((field) => optionOf(field, 'filter', FILTER_NAMES)).filter(isFree)]
}

function numberOf({ words }: CallField, text: string, label: string): number {
  const value = words?.[text.toLowerCase()] ?? (text.trim() === '' ? Number.NaN : Number(text))
  if (Number.isNaN(value)) {
    const right = words ? `one of ${Object.keys(words).join(', ')}` : 'a number'
    throw usageError(`${label} takes ${right}, not ${text}.`)
  }
  return value
}

/** A value of the command line as the call takes it. */
export function fieldValue(field: CallField, given: string | boolean | readonly string[], label: string): unknown {
  const yes = field.choices?.includes('1') ? '1' : 'true'
  const texts = typeof given === 'object' ? given : [given === true ? yes : String(given)]
  const [text = ''] = texts
  if (field.type === 'flag') return text === 'true'
  if (field.type === 'number') return numberOf(field, text, label)
  if (field.type === 'numbers') return texts.flatMap((one) => one.split(',')).map((one) => numberOf(field, one, label))
  const wrong = texts.find((one) => field.choices && !field.choices.includes(one))
  if (wrong !== undefined) throw usageError(`${label} takes one of ${field.choices?.join(', ')}, not ${wrong}.`)
  if (field.type === 'texts') return texts
  return field.type === 'json' ? jsonOf(text, label) : text
}

function jsonOf(text: string, label: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError(`${label} takes JSON, and this is none: ${text}`)
  }
}

export type Given = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** What the options say, where the call takes it. */
export function callValues(options: readonly CommandOption[], given: Given): Required<Omit<CallValues, 'upload'>> {
  const values = { params: {}, query: {}, body: {}, filter: {} } as Record<Place | 'filter', Record<string, unknown>>
  for (const { name, target } of options) {
    const value = given[name]
    if (target && value !== undefined) values[target.place][target.field.name] = fieldValue(target.field, value, `--${name}`)
  }
  const { filter, ...rest } = values
  return Object.keys(filter).length > 0 ? { ...rest, body: { ...rest.body, filter } } : rest
}
