import type { InjectOptions } from 'fastify'
import { type Call, callPath } from '#contract/call.ts'
import { sentSchema } from '#contract/openapi/openapi-schemas.ts'
import type { FuzzRandom } from './fuzz-random.ts'
import { type Known, Maker, WRONG_VALUES } from './fuzz-values.ts'

type Fields = Record<string, unknown>

interface Made {
  readonly params: Record<string, string>
  /** raw, percent-encoded parts of a path, in place of the parameters */
  readonly rawPath?: string
  readonly query: string
  readonly payload: string | Buffer | undefined
  readonly headers: Record<string, string>
}

/** Parts of a path that no schema would make, as they stand in the address. */
const RAW_PARTS = [
  '%00',
  '..%2F..',
  '%2e%2e',
  '%',
  '%ff',
  'a'.repeat(3000),
  '%F0%9F%98%80',
  "'%20OR%201=1--",
  '-1',
  '1e99',
  '9'.repeat(30),
]
const RAW_QUERIES = ['a=1&a=2', 'limit=1&limit=2', '__proto__=1', 'x[y]=z', '%00=1', '%ff', '&&==', `cursor=${'9'.repeat(300)}`]
const RAW_BODIES = [
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"x"',
  '7',
  'true',
  '{"__proto__":{"isAdmin":true}}',
  '['.repeat(5000),
  '\u0000',
]
const OTHER_TYPES = ['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-16', '*/*', ';']
const FILES: readonly (string | Buffer)[] = [
  '',
  'ICC\n',
  'ICC;Orden\n8900000000000000000;1\n',
  '"ICC\n"";;;\r\n\0',
  `ICC,${'x,'.repeat(500)}\n${'1,'.repeat(500)}\n`,
  'imsi,session,start,stop,uplink_bytes,downlink_bytes\nx,y,z,1,-1,1e99\n',
  Buffer.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 60 }, (_, n) => (n * 37) % 256)]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  Buffer.alloc(2000, 0xff),
]
const HEADERS: readonly Record<string, string>[] = [
  { 'idempotency-key': 'the-same' },
  { 'idempotency-key': 'x'.repeat(300) },
  { accept: 'application/json' },
  { accept: 'image/*;q=0.1, , */' },
  { 'accept-language': 'en;q=0.0001,zz-ZZ,*;q=x' },
  { 'if-none-match': '*', range: 'bytes=0-0' },
  { cookie: 'enlace_session=%' },
]

const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

function queryText(fields: Fields): string {
  return new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, text(value)])).toString()
}

/** Every place in a value that can be changed: the object or array, and the key in it. */
function places(value: unknown): (readonly [holder: Fields, key: string])[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Fields
  return Object.keys(holder).flatMap((key) => [[holder, key] as const, ...places(holder[key])])
}

/** Changes one place, takes one out or puts one in. */
function spoil(random: FuzzRandom, fields: Fields): void {
  const [holder, key] = random.pick([...places(fields), [fields, 'extra'] as const])
  const how = random.below(5)
  if (how === 0 && key in holder) delete holder[key]
  else if (how === 1) holder[random.pick(['extra', 'constructor', 'toString'])] = random.pick(WRONG_VALUES)
  else holder[key] = random.pick(WRONG_VALUES)
}

/** Makes requests of a call: as its schemas want them, or with something wrong. */
export class RequestMaker {
  readonly #random: FuzzRandom
  readonly #maker: Maker
  readonly #call: Call
  readonly #schemas: Readonly<Record<'params' | 'query' | 'body', ReturnType<typeof sentSchema> | undefined>>

  constructor(call: Call, random: FuzzRandom, known: Known) {
    this.#call = call
    this.#random = random
    this.#maker = new Maker(random, known)
    const of = (schema: Call['body']) => schema && sentSchema(schema)
    this.#schemas = { params: of(call.params), query: of(call.query), body: of(call.body) }
  }

  #fields(part: 'params' | 'query' | 'body'): Fields {
    const schema = this.#schemas[part]
    const made = schema && this.#maker.value(schema)
    return typeof made === 'object' && made !== null ? (made as Fields) : {}
  }

  next(): InjectOptions {
    const isBroken = this.#random.chance(0.5)
    const [params, query, body] = [this.#fields('params'), this.#fields('query'), this.#fields('body')]
    if (isBroken) spoil(this.#random, this.#random.pick([params, query, ...(this.#call.body ? [body, body, body] : [])]))
    // streams last an hour by default
    if (this.#call.events && !(Number(query.seconds) > 3600)) query.seconds = 0
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, text(value) || '0']))
    const made = { params: texts, query: queryText(query), payload: this.#payload(body), headers: this.#headers() }
    return this.#options(isBroken && this.#random.chance(0.3) ? this.#raw(made) : made)
  }

  #payload(body: Fields): string | Buffer | undefined {
    if (this.#call.upload) return this.#random.pick(FILES)
    return this.#call.body ? JSON.stringify(body) : undefined
  }

  #headers(): Record<string, string> {
    const type = this.#call.upload?.[0] ?? (this.#call.body ? 'application/json' : undefined)
    return { ...(type && { 'content-type': type }), ...(this.#random.chance(0.2) && this.#random.pick(HEADERS)) }
  }

  /** What no schema describes: broken addresses, broken JSON, other media types. */
  #raw(made: Made): Made {
    const random = this.#random
    const how = random.below(4)
    if (how === 0) return { ...made, rawPath: random.pick(RAW_PARTS) }
    if (how === 1) return { ...made, query: `${made.query}&${random.pick(RAW_QUERIES)}` }
    if (this.#call.method === 'GET') return made
    if (how === 2)
      return { ...made, headers: { ...made.headers, 'content-type': random.pick(OTHER_TYPES) }, payload: made.payload ?? 'x' }
    const payload = random.pick(RAW_BODIES)
    return { ...made, payload, headers: { ...made.headers, 'content-type': 'application/json' } }
  }

  #options({ params, rawPath, query, payload, headers }: Made): InjectOptions {
    const names = Object.fromEntries(
      Object.keys(this.#schemas.params?.properties ?? {}).map((name) => [name, params[name] ?? '0']),
    )
    const path = rawPath === undefined ? callPath(this.#call, names) : this.#call.path.replaceAll(/\{\w+\}/g, () => rawPath)
    return {
      method: this.#call.method,
      url: `/api${path}${query ? `?${query}` : ''}`,
      headers,
      ...(payload !== undefined && { payload }),
    }
  }
}
