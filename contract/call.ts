import type { z } from 'zod'
import type { Permit } from '#domain/permits.ts'
import type { ListCodec } from './list-codec.ts'

/** Who may call: anyone, anyone who is logged in, holders of a permit, or administrators of the root company. */
export type Access = 'public' | 'login' | 'admin' | Permit

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One entry of the contract. `path` stands below `/api`, parameters as `{name}`. */
export interface Call {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** the specification names it; without a word it is ours */
  readonly inSpec?: boolean
  readonly summary: string
  /** whether it changes something; without a word everything but GET does. A read-only user may not call what changes something */
  readonly changes?: boolean
  /** only for a logged-in user: a company's API key is refused; see isForPeople */
  readonly isForPeople?: boolean
  /** of a public call: x-api-key may be a key that is not known yet */
  readonly takesNewKey?: boolean
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** the envelope's `data` … */
  readonly data?: z.ZodType
  /** … or a list in one of its two forms … */
  readonly list?: ListCodec
  /** … or a file of one of these media types */
  readonly file?: readonly string[]
  /** … or server-sent events, each with one such value as its data */
  readonly events?: z.ZodType
  /** bytes; JSON bodies are small by default (64 KiB) */
  readonly bodyLimit?: number
  /** the body is not JSON but this media type, handed on as a stream */
  readonly upload?: readonly string[]
  /** its body or its answer holds a secret: neither is kept for a repeated request */
  readonly secret?: boolean
}

/** Declares a call; exists so that each entry keeps its exact type. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** Whether a call changes something. */
export const changesSomething = ({ changes, method }: Call): boolean => changes ?? method !== 'GET'

/** Whether a repeated request with the same Idempotency-Key gets the stored answer and has no second effect. */
export const takesIdempotencyKey = (call: Call): boolean =>
  changesSomething(call) && call.access !== 'public' && Boolean(call.data) && !call.upload && !call.secret

/** What people keep for themselves … */
const OWN = /^\/users\/(profile|password|secondFactor|sessions)\b/
/** … and where it is said who may do what. */
const RIGHTS = /^\/(users|permits)\//

/** Whether an API key is refused, whatever it holds: a key that has leaked can not make itself a successor. */
export function isForPeople({ method, path, isForPeople: isSaid = false }: Call): boolean {
  return isSaid || OWN.test(path) || (method !== 'GET' && RIGHTS.test(path))
}

/** What the operator administers for the portal as a whole. */
const OF_WHOLE_PORTAL = /^\/(networks|inventory|categories|hardware|plans|popups|mails)\b/

/** Whether a call is about no company but the portal as a whole: it is refused to administrators while they work in one company. */
export const isOfWholePortal = ({ access, path }: Call): boolean => access === 'admin' && OF_WHOLE_PORTAL.test(path)

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** What the server's handler receives, after the schemas. */
export interface CallInput<C extends Call> {
  params: Out<C['params']>
  query: Out<C['query']>
  body: Out<C['body']>
}

/** What the caller sends, before the schemas. */
export type CallArguments<C extends Call> = (C['params'] extends z.ZodType
  ? { params: In<C['params']> }
  : { params?: undefined }) &
  (C['query'] extends z.ZodType ? { query?: In<C['query']> } : { query?: undefined }) &
  (C['body'] extends z.ZodType ? { body: In<C['body']> } : { body?: undefined })

/** What the server's handler answers and the caller receives as `data`. */
export type CallData<C extends Call> = Out<C['data']>

/** The path with its parameters put in, each percent-encoded. */
export function callPath(call: Call, params: Readonly<Record<string, string | number>> = {}): string {
  return call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${call.method} ${call.path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
}
