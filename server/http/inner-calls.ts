import { randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type Call, callPath } from '#contract/call.ts'
import type { Language } from '#domain/languages.ts'
import type { Actor, Services } from '../context.ts'
import { mapPerServer } from './map-per-server.ts'

/**
 * Doors for programs, /mcp and /camara, make the calls of the API itself: each goes through its own route, as a request that does not
 * leave the process. So there is one path, with one set of guards. A request proves that it comes from a door by a random name, which
 * exists as long as it is answered.
 */

const PREFIX = 'inner-call-'

/** Who came through a door, and what the door lets through. */
export interface InnerCaller {
  readonly actor: Actor
  /** @throws AppError for a call that is not open to such programs */
  readonly requireMayAsk: (call: Call, body: unknown) => void
}

/** A call is authorised before its body is read, so what the door sends stands here. */
export interface InnerCall {
  readonly caller: InnerCaller
  readonly body: unknown
}

const callsOf = mapPerServer<InnerCall>()

/** The call that has this name; undefined when it comes from no door. */
export const innerCallOf = (services: Pick<Services, 'cells'>, name: unknown): InnerCall | undefined =>
  typeof name === 'string' && name.startsWith(PREFIX) ? callsOf(services).get(name) : undefined

export interface InnerArguments {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
}

export interface InnerServer {
  readonly app: FastifyInstance
  readonly services: Services
}

interface Where {
  readonly address: string
  readonly language: Language
}

/** Makes a call of the API for who came through a door. */
export async function callWithin(
  { app, services }: InnerServer,
  caller: InnerCaller,
  { address, language }: Where,
  call: Call,
  { params = {}, query = {}, body }: InnerArguments,
): Promise<LightMyRequestResponse> {
  const name = `${PREFIX}${randomBytes(32).toString('base64url')}`
  const known = callsOf(services)
  known.set(name, { caller, body })
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  try {
    return await app.inject({
      method: call.method,
      url: `/api${callPath(call, params)}`,
      query: Object.fromEntries(given),
      ...(body === undefined ? {} : { payload: body as object }),
      headers: { 'x-api-key': name, accept: 'application/json', 'accept-language': language },
      remoteAddress: address,
    })
  } finally {
    known.delete(name)
  }
}
