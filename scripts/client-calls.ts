import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { CALL_NAMES } from '#contract/contract.ts'
import { ERROR_STATUS } from '#contract/envelope.ts'
import { iccField } from '#contract/fields.ts'
import type { ListCodec } from '#contract/list-codec.ts'
import { answerSchema, cellSchema, type JsonSchema, sentSchema } from '#contract/openapi/openapi-schemas.ts'
import { massAnswer } from '#contract/operations/mass-actions.calls.ts'
import { operationData } from '#contract/operations/operations.calls.ts'
import { simActionData } from '#contract/operations/sim-actions.calls.ts'
import { simFilter, simList } from '#contract/sims/sims.calls.ts'
import type { ClientCall } from '../client/client.ts'
import type { PublicCall } from '../terminal/public-call.ts'
import { CLIENT_METHODS } from './client-methods.ts'
import { docOf, type NamedTypes, typeText } from './client-types.ts'
import { publicCalls } from './terminal-calls.ts'

const capital = (word: string): string => word[0]?.toUpperCase() + word.slice(1)
const indented = (text: string): string => text.replaceAll('\n', '\n  ')
const ICC = sentSchema(iccField).pattern

/** A row of a list, its cells by their columns. */
function rowSchema({ columns, names }: ListCodec): JsonSchema {
  const cells = names.map((name) => [name, cellSchema(columns[name] as ListCodec['columns'][string])] as const)
  return { type: 'object', properties: Object.fromEntries(cells), required: names }
}

/** What stands in several calls. */
const SHARED: readonly (readonly [name: string, schema: JsonSchema])[] = [
  ['SimFilter', sentSchema(simFilter)],
  ['SimRow', rowSchema(simList)],
  ['SimChange', answerSchema(simActionData)],
  ['Operation', answerSchema(operationData)],
  ['OperationStart', answerSchema(massAnswer)],
]

function namedTypes(): NamedTypes {
  const named = new Map<string, string>()
  for (const [name, schema] of SHARED) named.set(typeText(schema, named), name)
  return named
}

interface Method {
  readonly name: string
  readonly call: Call
  readonly its: PublicCall
  /** what its types begin with */
  readonly prefix: string
}

const byName = new Map([...CALL_NAMES].map(([call, name]) => [name, call]))
const byPublicName = new Map(publicCalls().map((call) => [call.name, call]))

function methodsOf(group: string): Method[] {
  return Object.entries(CLIENT_METHODS[group] ?? {}).map(([name, callName]) => {
    const [call, its] = [byName.get(callName), byPublicName.get(callName)]
    if (!call || !its) throw new Error(`scripts/client-methods.ts: there is no call ${callName} for a key.`)
    return { name, call, its, prefix: capital(group) + capital(name) }
  })
}

const isPaged = ({ its }: Method): boolean => [...its.query, ...its.body].some(({ name }) => name === 'cursor')

function pageOf({ call }: Method): number {
  const { limit } = { ...fieldsOf(call.query), ...fieldsOf(call.body) }
  return limit?.maximum ?? 1000
}

const fieldsOf = (schema: z.ZodType | undefined): Readonly<Record<string, JsonSchema>> =>
  schema ? (sentSchema(schema).properties ?? {}) : {}

function inputOf({ call }: Method, named: NamedTypes): string | undefined {
  const parts = [call.query, call.body].flatMap((schema) => (schema ? [typeText(sentSchema(schema), named)] : []))
  if (call.upload) parts.push(`FileInput<${call.upload.map((type) => `'${type}'`).join(' | ')}>`)
  return parts.length > 0 ? parts.join(' & ') : undefined
}

const mayBeLeftOut = ({ call }: Method): boolean =>
  !call.upload && [call.query, call.body].every((schema) => !schema || (sentSchema(schema).required ?? []).length === 0)

function answerOf({ call, prefix }: Method): readonly [name: string, schema: JsonSchema] | undefined {
  if (call.list) return [`${prefix}Row`, rowSchema(call.list)]
  if (call.events) return [`${prefix}Event`, answerSchema(call.events)]
  return call.data && [`${prefix}Answer`, answerSchema(call.data)]
}

const isInterface = (text: string): boolean => /^\{\n( {2}.*\n|\n)*\}$/.test(text) && !text.startsWith('{ [')

const declared = (name: string, text: string): string =>
  isInterface(text) ? `export interface ${name} ${text}\n` : `export type ${name} = ${text}\n`

function paramsOf({ call }: Method): string[] {
  return Object.entries(fieldsOf(call.params)).map(
    ([name, schema]) => `${schema.pattern === ICC ? 'icc' : name}: ${typeText(schema, new Map())}`,
  )
}

/** The types of a method, and its signature. */
function printMethod(method: Method, named: NamedTypes): { types: string; signature: string } {
  const { name, call, prefix } = method
  const input = inputOf(method, named)
  const [answerName = '', schema] = answerOf(method) ?? []
  const text = schema && typeText(schema, named)
  // what is short or has a name already needs none
  const isShort = text !== undefined && /^[\w[\] |']{1,60}$/.test(text)
  const types = [input && declared(`${prefix}Input`, input), text && !isShort && declared(answerName, text)]
  const its = isShort ? text : answerName
  const answer = call.list
    ? `RowList<${its}>`
    : call.events
      ? `AsyncIterable<${its}>`
      : `Promise<${call.file ? 'ReceivedFile' : its}>`
  const given = [...paramsOf(method), ...(input ? [`input${mayBeLeftOut(method) ? '?' : ''}: ${prefix}Input`] : [])]
  const permit = call.access === 'login' || call.access === 'public' ? '' : `. Requires the permit \`${call.access}\``
  return {
    types: types.filter(Boolean).join('\n'),
    signature: `${docOf(`${call.summary}${permit}`)}${name}(${[...given, 'options?: MethodOptions'].join(', ')}): ${answer}`,
  }
}

function printGroup(group: string, named: NamedTypes): string {
  const methods = methodsOf(group).map((method) => printMethod(method, named))
  const types = methods.flatMap(({ types }) => types || [])
  const signatures = methods.map(({ signature }) => `  ${indented(signature)}\n`).join('')
  return [...types, `export interface ${capital(group)}Methods {\n${signatures}}\n`].join('\n')
}

function tableEntry(method: Method): ClientCall {
  const { method: verb, path, query, answer, isRepeatable, takesKey, upload } = method.its
  return {
    ...{ method: verb, path, query: query.map(({ name }) => name), hasBody: method.call.body !== undefined },
    ...{ answer, isRepeatable, takesKey },
    ...(upload && { isUpload: true }),
    ...(isPaged(method) && { page: pageOf(method) }),
  }
}

function printTable(group: string): string {
  const entries = methodsOf(group).map((method) => `    ${method.name}: ${JSON.stringify(tableEntry(method))},\n`)
  return `  ${group}: {\n${entries.join('')}  },\n`
}

/** Calls, types and methods of the TypeScript client. */
export function printClientCalls(): string {
  const named = namedTypes()
  const groups = Object.keys(CLIENT_METHODS)
  const codes = Object.keys(ERROR_STATUS)
  const shared = [...named].map(([text, name]) => declared(name, text)).join('\n')
  return `// Written by npm run generate from contract/.
import type { MethodOptions, ClientCall, ReceivedFile, FileInput, RowList } from './client.ts'

/** Why a call failed, for a program; stable. */
export type ErrorCode = ${codes.map((code) => `'${code}'`).join(' | ')}

${shared}
${groups.map((group) => printGroup(group, named)).join('\n')}
export interface EnlaceClient {
${groups.map((group) => `  readonly ${group}: ${capital(group)}Methods\n`).join('')}}

export const CALLS: Readonly<Record<string, Readonly<Record<string, ClientCall>>>> = {
${groups.map(printTable).join('')}}
`
}
