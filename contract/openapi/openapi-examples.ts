import type { z } from 'zod'
import { type Call, callPath, isForPeople } from '../call.ts'
import { type JsonSchema, sentSchema } from './openapi-schemas.ts'

/** What a field of that name could hold, where its schema alone does not say it. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  icc: '89560300000000000011',
  id: '1',
  text: '895603',
  search: 'camion',
  email: 'ops@example.com',
  address: 'ops@example.com',
  password: 'Enlace2026',
  message: 'Hola',
  name: 'Bodega',
  reason: 'Fraude',
  imei: '490154203237518',
  fileName: 'lineas.csv',
  addresses: '203.0.113.0/24',
  secret: 'enlace-secret',
  picture: '0'.repeat(64),
  from: '2026-01-01',
  to: '2026-12-31',
  currency: 'CLP',
  query: 'status=2',
  url: 'https://example.com/webhooks/enlace',
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-11-01',
  'date-time': '2026-11-01T12:00:00Z',
  email: 'ops@example.com',
  uri: 'https://example.com',
  uuid: '6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6d7',
}

const matches = ({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema, value: string): boolean =>
  value.length >= minLength && value.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(value))

function exampleText(schema: JsonSchema, name: string): string {
  const email = /email/i.test(name) ? BY_NAME.email : undefined
  const candidates = [
    BY_FORMAT[schema.format ?? ''],
    BY_NAME[name],
    email,
    'Ejemplo',
    'ejemplo',
    BY_NAME.icc,
    'CLP',
    '1',
    '2026-11-01',
  ]
  const found = candidates.find((value) => value !== undefined && matches(schema, String(value)))
  return String(found ?? 'Ejemplo')
}

/** A value that the schema allows, as far as it is complete; required parts only. */
function exampleValue(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [first] = schema.anyOf ?? schema.allOf ?? []
  if (first) return exampleValue(first, name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'null') return null
  if (type === 'array') return schema.items && (schema.minItems ?? 1) > 0 ? [exampleValue(schema.items, name)] : []
  if (type === 'object') {
    const required = (schema.required ?? []).map((key) => [key, exampleValue(schema.properties?.[key] ?? {}, key)] as const)
    return Object.fromEntries(required)
  }
  return exampleText(schema, name)
}

export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Calls whose rules say more than their schemas do. */
const BY_CALL: Readonly<Record<string, Example>> = {
  'POST /sim/sims': {
    body: { filter: { administrativeStatusIds: [2] }, sort: 'consumptionMonthlyData', descending: true, limit: 50 },
  },
  'POST /sim/searchSims': { body: { filter: { search: 'camion' }, limit: 50 } },
  'POST /sim/export': { body: { format: 'csv', columns: ['icc', 'customField1', 'consumptionMonthlyData'] } },
  'POST /sim/facets': { body: { filter: {} } },
  'POST /sim/massiveSms': { body: { icc: [BY_NAME.icc], message: 'Hola', preview: true } },
  'POST /sim/massiveCustom': { body: { icc: [BY_NAME.icc], customField1: 'Bodega', preview: true } },
  'POST /sim/massivePlan': { body: { icc: [BY_NAME.icc], planCode: 'TEL50', preview: true } },
  'POST /sim/plan/{id}': { body: { planCode: 'TEL50' } },
  'PUT /requests/cart': { body: { planCode: 'IOT250', quantity: 10 } },
  'POST /requests/cart': { body: { lines: [{ planCode: 'IOT250', quantity: 10 }] } },
  'POST /sim/assignSims': { body: { icc: [BY_NAME.icc], companyId: 4, preview: true } },
  ...Object.fromEntries(
    ['Activation', 'Hibernation', 'Reactivation', 'Termination', 'Reset'].map((kind) => [
      `POST /sim/massive${kind}`,
      { body: { icc: [BY_NAME.icc], preview: true } },
    ]),
  ),
}

/** Streams say how things stand and end, so that an example ends too. */
const SHORT = { seconds: '0' }

const fits = (schema: z.ZodType | undefined, value: unknown): boolean => !schema || schema.safeParse(value ?? {}).success

/** Arguments with which a call is made rightly, as far as its schemas go; undefined when they can't be made up. */
export function exampleOf(call: Call): Example | undefined {
  const made = (schema: z.ZodType | undefined, name: string) => schema && exampleValue(sentSchema(schema), name)
  const texts = (values: unknown) =>
    Object.fromEntries(Object.entries((values ?? {}) as object).map(([key, value]) => [key, String(value)]))
  const params = texts(made(call.params, 'params'))
  const query = { ...texts(made(call.query, 'query')), ...(call.events && SHORT) }
  const given = BY_CALL[`${call.method} ${call.path}`]
  const body = given?.body ?? made(call.body, 'body')
  if (!fits(call.params, params) || !fits(call.query, query) || !fits(call.body, body)) return undefined
  return { params, query, ...(call.body && { body }) }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** What a company's program types: a key of its own, or, where a person has to be logged in, their session. */
function headersOf(call: Call): string[] {
  const isOfPeople = isForPeople(call) || call.access === 'admin'
  const key = call.access === 'public' || isOfPeople ? 'enlace-web' : '$ENLACE_KEY'
  const session = isOfPeople && call.access !== 'public' ? [`--cookie "enlace_session=$ENLACE_SESSION"`] : []
  const accept = call.list ? [`-H 'accept: application/json'`] : []
  return [`-H "x-api-key: ${key}"`, ...session, ...accept]
}

function bodyOf(call: Call, { body }: Example): string[] {
  if (call.upload) return [`-H 'content-type: ${call.upload[0]}'`, `--data-binary @lineas.csv`]
  return body === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]
}

/** A call as a command line of curl; undefined where no example can be made up. */
export function curlOf(call: Call): string | undefined {
  const example = exampleOf(call)
  if (!example) return undefined
  const query = new URLSearchParams(example.query).toString()
  const address = `"$ENLACE_URL/api${callPath(call, example.params)}${query ? `?${query}` : ''}"`
  const method = call.method === 'GET' ? [] : [`-X ${call.method}`]
  return ['curl', ...method, address, ...headersOf(call), ...bodyOf(call, example)]
    .join(' \\\n  ')
    .replace('curl \\\n  ', 'curl ')
}
