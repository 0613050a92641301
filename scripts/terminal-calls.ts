import type { z } from 'zod'
import { type Call, changesSomething, takesIdempotencyKey } from '#contract/call.ts'
import { CALL_NAMES } from '#contract/contract.ts'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { type JsonSchema, sentSchema } from '#contract/openapi/openapi-schemas.ts'
import { DATA_SESSION_WORDS, SIM_COLUMN_WORDS, type SimColumn, STATUS_WORDS } from '#contract/sims/sim-words.ts'
import { simList } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName } from '#domain/sim-status.ts'
import type { AnswerColumn, CallField, FieldType, NumberWords, PublicCall } from '../terminal/public-call.ts'

const LANGUAGES = ['es', 'en'] as const

/** `Ready to use` as one types it: `ready-to-use`. */
const typed = (words: string): string => words.toLowerCase().replaceAll(' ', '-')

const statuses = Object.entries(ADMINISTRATIVE_STATUS) as [AdministrativeStatusName, number][]
/** Fields whose numbers have words in the contract. */
const WORDS_OF: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  administrativeStatusIds: Object.fromEntries(statuses.map(([name, id]) => [typed(STATUS_WORDS.en[name]), id])),
  gprsStatuses: Object.fromEntries(DATA_SESSION_WORDS.en.map((words, id) => [typed(words), id])),
}

function typeOf({ type, items, anyOf }: JsonSchema): FieldType {
  const known = [type, ...(anyOf ?? []).map((one) => one.type)].flat().find((one) => one !== undefined && one !== 'null')
  if (known === 'array') {
    const cell = items?.type
    return cell === 'string' ? 'texts' : cell === 'integer' || cell === 'number' ? 'numbers' : 'json'
  }
  if (known === 'integer' || known === 'number') return 'number'
  return known === 'boolean' ? 'flag' : known === 'object' ? 'json' : 'text'
}

function choicesOf({ enum: values, items, anyOf }: JsonSchema): readonly string[] {
  const found = values ?? items?.enum ?? anyOf?.find((one) => one.enum)?.enum ?? []
  return found.filter((value) => typeof value === 'string')
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean): CallField {
  const choices = choicesOf(schema)
  const words = WORDS_OF[name]
  return {
    name,
    type: typeOf(schema),
    ...(isRequired && { isRequired }),
    ...(schema.description && { about: schema.description }),
    ...(choices.length > 0 && { choices }),
    ...(words && { words }),
    ...(schema.properties && { fields: fieldsIn(schema) }),
  }
}

const fieldsIn = ({ properties = {}, required = [] }: JsonSchema): CallField[] =>
  Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)))

const fieldsOf = (schema: z.ZodType | undefined): CallField[] => (schema ? fieldsIn(sentSchema(schema)) : [])

function columnsOf({ list }: Call): readonly AnswerColumn[] | undefined {
  return list?.names.map((name) => ({ name, kind: (list.columns[name]?.kind ?? 'text') as AnswerColumn['kind'] }))
}

export function publicCalls(): PublicCall[] {
  const document = openApiDocument()
  // a module's names are in another order under Vitest
  const byName = [...CALL_NAMES].toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  return byName.flatMap(([call, name]) => {
    const item = document.paths[call.path.replace(/\/$/, '')]
    const operation = item?.[call.method.toLowerCase() as keyof typeof item]
    if (!operation?.security.some((way) => way.companyKey)) return []
    const columns = columnsOf(call)
    return {
      name,
      method: call.method,
      path: call.path,
      summary: call.summary,
      callers: operation.description,
      params: fieldsOf(call.params),
      query: fieldsOf(call.query),
      body: fieldsOf(call.body),
      ...(call.upload && { upload: call.upload }),
      answer: call.list ? 'list' : call.file ? 'file' : call.events ? 'events' : 'data',
      ...(columns && { columns }),
      isRepeatable: !changesSomething(call) || takesIdempotencyKey(call),
      takesKey: takesIdempotencyKey(call),
    } as const
  })
}

const inBoth = <T>(words: (language: 'es' | 'en') => T) => Object.fromEntries(LANGUAGES.map((one) => [one, words(one)]))

/** Words of numbers, by the column in which they stand. */
function numberWords(): Record<string, NumberWords> {
  const status = inBoth((language) => Object.fromEntries(statuses.map(([name, id]) => [id, STATUS_WORDS[language][name]])))
  const session = inBoth((language) => ({ ...DATA_SESSION_WORDS[language] }))
  const ofStatuses = ['simAdministrativeStatusId', 'targetStatusId', 'fromStatus', 'toStatus'].map((name) => [name, status])
  return { ...Object.fromEntries(ofStatuses), gprsStatus: session } as Record<string, NumberWords>
}

const lines = (values: readonly unknown[]): string => values.map((value) => `  ${JSON.stringify(value)},\n`).join('')

/** What the terminal has of the contract. */
export function printTerminalCalls(): string {
  const columns = inBoth((language) =>
    Object.fromEntries(simList.names.map((name) => [name, SIM_COLUMN_WORDS[language][name as SimColumn]])),
  )
  return `// Written by npm run generate from contract/.
import type { NumberWords, PublicCall } from './public-call.ts'

export const PUBLIC_CALLS: readonly PublicCall[] = [
${lines(publicCalls())}]

/** Words of numbers, by column. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = ${JSON.stringify(numberWords())}

/** What the columns of SIMs are called. */
export const COLUMN_WORDS: Readonly<Record<'es' | 'en', Readonly<Record<string, string>>>> = ${JSON.stringify(columns)}
`
}
