import type { z } from 'zod'
import { type Call, isForPeople, takesIdempotencyKey } from '../call.ts'
import { CALL_NAMES, CONTRACT } from '../contract.ts'
import { NEXT_CURSOR_HEADER, SEARCH_CAPPED_HEADER, simList } from '../sims/sims.calls.ts'
import { curlOf } from './openapi-examples.ts'
import {
  answerSchema,
  BYTES,
  codesOf,
  envelopeOf,
  failureSchema,
  type JsonSchema,
  listSchema,
  sentSchema,
} from './openapi-schemas.ts'
import { TAG_WORDS } from './openapi-tags.ts'
import { webhookDocuments } from './openapi-webhooks.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

interface Content {
  readonly schema: JsonSchema
}

export interface OpenApiAnswer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, Content>>
}

/** One call in the document. `x-` is what OpenAPI has no word for. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  /** who may call it, and whether it may be repeated */
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, OpenApiAnswer | { readonly $ref: string }>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** who may call: public, login, admin, or a permit */
  readonly 'x-access': string
  /** not one of the calls that the product's specification names */
  readonly 'x-ours'?: true
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[]
}

export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'put' | 'delete', Operation>>>

const TSV = 'text/tab-separated-values'
const JSON_TYPE = 'application/json'

const headersOf = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const LIMIT_HEADERS = headersOf('RateLimit', 'RateLimit-Policy')

/** The first part of a path gathers calls. */
export const tagOf = ({ path }: Pick<Call, 'path'>): string => path.split('/')[1] ?? ''

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] {
  const { properties = {}, required = [] } = schema ? sentSchema(schema) : {}
  return Object.entries(properties).map(([name, { description, ...its }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description && { description }),
    schema: its,
  }))
}

const IDEMPOTENCY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies the request: repeated with the same key and body within 24 hours, it returns the same response and has no second effect',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}

const needsSession = (call: Call): boolean => call.access === 'admin' || isForPeople(call)

function securityOf(call: Call): Operation['security'] {
  if (call.access === 'public') return [{ clientKey: [] }, { companyKey: [] }]
  const session = { clientKey: [], session: [] }
  return needsSession(call) ? [session] : [{ companyKey: [] }, session]
}

/** In words what `security` has no place for: API keys have no scopes. */
function callersOf(call: Call): string {
  const { access } = call
  if (access === 'public') return 'Open to all, without login'
  if (access === 'admin') return 'For administrators who have logged in'
  const whose = needsSession(call) ? 'For users who have logged in' : 'With an API key or a login session'
  return access === 'login' ? whose : `${whose}; requires the permit \`${access}\``
}

const descriptionOf = (call: Call): string =>
  `${callersOf(call)}.${takesIdempotencyKey(call) ? ' Safe to repeat with the same Idempotency-Key.' : ''}`

function contentOf(call: Call): Readonly<Record<string, Content>> {
  if (call.list) {
    const columns = call.list.names.join(', ')
    const description = `A header row, then rows of: ${columns}. Tabs, line breaks and backslashes are escaped; \\N is a missing value`
    return { [TSV]: { schema: { type: 'string', description } }, [JSON_TYPE]: { schema: envelopeOf(listSchema(call.list)) } }
  }
  if (call.file) return Object.fromEntries(call.file.map((type) => [type, { schema: BYTES }]))
  if (call.events) {
    const description = `Server-sent events; the data of each is JSON: ${JSON.stringify(answerSchema(call.events))}`
    return { 'text/event-stream': { schema: { type: 'string', description } } }
  }
  return { [JSON_TYPE]: { schema: envelopeOf(call.data ? answerSchema(call.data) : { type: 'null' }) } }
}

function successOf(call: Call): OpenApiAnswer {
  const description = call.list ? 'The list' : call.file ? 'The file' : call.events ? 'The stream' : 'Success'
  const isPaged = call.list && (call.query ?? call.body) && 'cursor' in fieldsOf(call)
  const more = {
    ...(isPaged && headersOf(NEXT_CURSOR_HEADER)),
    ...(call.list === simList && headersOf(SEARCH_CAPPED_HEADER)),
    ...(call.file && headersOf('Content-Disposition')),
  }
  return { description, headers: { ...LIMIT_HEADERS, ...more }, content: contentOf(call) }
}

function fieldsOf({ query, body }: Call): Readonly<Record<string, JsonSchema>> {
  return { ...(query && sentSchema(query).properties), ...(body && sentSchema(body).properties) }
}

const failure = (status: number) => ({ $ref: `#/components/responses/${FAILURES[status]?.[0]}` })

/** The failures that there are: the name of the component, and when. */
export const FAILURES: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is invalid; `fields` names the fields'],
  401: ['Unauthorized', 'Not logged in, the session has expired, or the API key is invalid or revoked'],
  403: ['Forbidden', 'The caller lacks the permission'],
  404: ['NotFound', 'Not found, or in a company outside the caller’s scope'],
  409: ['Conflict', 'Not possible in the current state'],
  415: ['UnsupportedMediaType', 'Unsupported media type of the body'],
  429: ['TooManyRequests', 'Too many requests; retry after the seconds in `Retry-After`'],
  500: ['ServerError', 'Server error; quote `requestId` to support'],
  503: ['Unavailable', 'Temporarily unavailable'],
}

function failuresOf(call: Call): number[] {
  const isGuarded = call.access !== 'public'
  return [
    400,
    ...(isGuarded ? [401, 403] : []),
    ...((call.params ?? call.body) ? [404] : []),
    ...(call.method === 'GET' && !call.params ? [] : [409]),
    ...((call.body ?? call.upload) ? [415] : []),
    ...[429, 500, 503],
  ]
}

function requestBodyOf(call: Call): Pick<Operation, 'requestBody'> {
  if (call.upload) {
    return {
      requestBody: { required: true, content: Object.fromEntries(call.upload.map((type) => [type, { schema: BYTES }])) },
    }
  }
  if (!call.body) return {}
  const schema = sentSchema(call.body)
  return { requestBody: { required: (schema.required ?? []).length > 0, content: { [JSON_TYPE]: { schema } } } }
}

function operationOf(call: Call): Operation {
  const parameters = [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(takesIdempotencyKey(call) ? [IDEMPOTENCY] : []),
  ]
  const source = curlOf(call)
  return {
    operationId: CALL_NAMES.get(call) ?? '',
    summary: call.summary,
    description: descriptionOf(call),
    tags: [tagOf(call)],
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(call),
    responses: {
      200: successOf(call),
      ...Object.fromEntries(failuresOf(call).map((status) => [status, failure(status)])),
    },
    security: securityOf(call),
    'x-access': call.access,
    ...(!call.inSpec && { 'x-ours': true as const }),
    ...(source && { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] }),
  }
}

function failureResponse(status: number): OpenApiAnswer {
  const [, description = ''] = FAILURES[status] ?? []
  const headers = status === 429 ? { ...LIMIT_HEADERS, ...headersOf('Retry-After') } : undefined
  const codes = { type: 'object', properties: { code: { type: 'string', enum: codesOf(status) } } } as const
  const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, codes] }
  return { description, ...(headers && { headers }), content: { [JSON_TYPE]: { schema } } }
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })

const COMPONENTS = {
  schemas: { Failure: failureSchema },
  responses: Object.fromEntries(
    Object.entries(FAILURES).map(([status, [name]]) => [name, failureResponse(Number(status))] as const),
  ),
  headers: {
    RateLimit: header('API keys: `r` requests remain for the next `t` seconds'),
    'RateLimit-Policy': header('API keys: `q` requests per window of `w` seconds'),
    'Retry-After': header('Seconds to wait', 'integer'),
    'Content-Disposition': header('The file’s name'),
    [SEARCH_CAPPED_HEADER]: header(
      'The search matched more SIMs than this number: the list has that many of them, sorted by ICC only',
      'integer',
    ),
    [NEXT_CURSOR_HEADER]: header('The `cursor` of the next page; absent on the last one'),
  },
  securitySchemes: {
    companyKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description:
        'An API key of the company, created at /integrations, instead of a session. Each call names the permit it requires in `x-access`',
    },
    clientKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'The web client’s fixed key (`enlace-web` by default). It identifies the client; it is no secret',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'enlace_session',
      description: 'Set by POST /users/session. With TLS its name has the prefix `__Host-`',
    },
    webhookSignature: {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'On what the portal sends: the signature by the endpoint’s secret, by Standard Webhooks',
    },
  },
} as const

export interface OpenApi {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly contact: { readonly name: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: ReturnType<typeof webhookDocuments>
  readonly components: typeof COMPONENTS
}

const DESCRIPTION = `Self-service for machine-to-machine SIMs. Every response except files, lists as text and streams is an envelope
{status, data, message, error}; an error also has \`code\`, \`fields\` and \`requestId\`. Texts are in the language of
Accept-Language, Spanish by default.`

/** The whole contract as an OpenAPI document. @see https://spec.openapis.org/oas/v3.1.1.html */
export function openApiDocument(): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of CONTRACT) {
    // the server takes a path with a slash at its end and without
    const path = call.path.replace(/\/$/, '')
    const item = paths[path] ?? {}
    item[call.method.toLowerCase()] = operationOf(call)
    paths[path] = item
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Enlace',
      version: '1',
      description: DESCRIPTION.replaceAll('\n', ' '),
      contact: { name: 'The operator of this portal' },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(CONTRACT.map(tagOf))].map((name) => ({ name, description: TAG_WORDS[name] ?? '' })),
    paths,
    webhooks: webhookDocuments(),
    components: COMPONENTS,
  }
}
