import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#server/app-error.ts'
import type { RequestContext, Services } from '#server/context.ts'
import { type KeyCaller, keyOfToken } from '#server/http/api-key.ts'
import type { Http } from '#server/http/cookies.ts'
import { waitAfter } from '#server/http/error-handler.ts'
import { bearerToken, challenge, PATHS, resourceOf } from '#server/http/oauth-addresses.ts'
import { limitApiKeyRate } from '#server/http/request-rate.ts'
import { requestContext } from '#server/http/serve.ts'
import { CAMARA_APIS } from './apis.ts'
import { askPortalAs } from './ask.ts'
import { CamaraFailure, failures } from './failure.ts'
import type { CamaraApi, CamaraOperation } from './operation.ts'

/** A device and an area. */
const BODY_LIMIT = 16 * 1024

const CORRELATOR = 'x-correlator'
/** XCorrelator of the documents. */
const ANY_CORRELATOR = /^[\w\-:;./<>{}]{0,256}$/

/** CAMARA's APIs, for companies' own programs: two-legged tokens of their API keys, CAMARA's forms, the portal's guards. */
export function registerCamara(app: FastifyInstance, services: Services): void {
  app.register(
    async (scope) => {
      // read by hand, after the token is checked
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))
      scope.addHook('onRequest', async (request, reply) => correlate(ANY_CORRELATOR, { request, reply }))
      scope.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, { request, reply }))
      scope.setNotFoundHandler(() => {
        throw failures.notFound()
      })
      for (const api of CAMARA_APIS) {
        for (const operation of api.operations) {
          scope.route({
            method: operation.method ?? 'POST',
            url: `/${api.name}/${api.version}${operation.path.replace(/\{(\w+)\}/, ':id')}`,
            handler: (request, reply) => answer({ app, services, api, operation }, { request, reply }),
          })
        }
      }
    },
    { prefix: PATHS.camara },
  )
}

/** Sends the caller's correlation id back, or else the number of the request. @returns false for one that is none */
function correlate(allowed: RegExp, { request, reply }: Http): boolean {
  const given = request.headers[CORRELATOR]
  const isGood = given === undefined || (typeof given === 'string' && allowed.test(given))
  reply.header(CORRELATOR, isGood && given ? given : request.id)
  return isGood
}

interface Served {
  readonly app: FastifyInstance
  readonly services: Services
  readonly api: CamaraApi
  readonly operation: CamaraOperation
}

async function answer({ app, services, api, operation }: Served, http: Http): Promise<object | undefined> {
  const { request, reply } = http
  const ctx = requestContext(services, request, undefined)
  reply.header('cache-control', 'no-store')
  const caller = await requireClient(ctx, http)
  if (!operation.scopes.some((scope) => caller.scopes.includes(scope))) throw failures.permissionDenied()
  await limitApiKeyRate(ctx, caller.apiKeyId, reply)
  if (!correlate(api.correlator ?? ANY_CORRELATOR, http)) throw failures.invalidArgument(`Invalid format: ${CORRELATOR}`)
  const { method = 'POST', status = 200 } = operation
  const body = method === 'POST' ? readBody(operation, request.body) : undefined
  const { id = '' } = request.params as { id?: string }
  const address = `${resourceOf(services, request, PATHS.camara)}/${api.name}/${api.version}`
  const ask = askPortalAs({ app, services }, caller, ctx.address)
  const answered = await operation.answer({ body, ctx, caller, ask, id, address })
  reply.code(status)
  return answered
}

async function requireClient(ctx: RequestContext, { request, reply }: Http): Promise<KeyCaller> {
  const token = bearerToken(request)
  const caller = token === undefined ? undefined : await keyOfToken(ctx, token)
  if (caller) return caller
  reply.header('www-authenticate', challenge(ctx, request, PATHS.camara, token !== undefined))
  throw failures.unauthenticated()
}

function readBody({ body: schema, hasOutOfRange = false, bodyFailure }: CamaraOperation, text: unknown): unknown {
  const read = schema.safeParse(parse(text))
  if (read.success) return read.data
  const failure = bodyFailure?.(read.error.issues)
  if (failure) throw failure
  const [issue] = read.error.issues
  const where = issue?.path.join('.') || 'the body'
  const isOutOfRange = hasOutOfRange && read.error.issues.every(isBeyondLimit)
  throw isOutOfRange ? failures.outOfRange(`Invalid value: ${where}`) : failures.invalidArgument(`Invalid format: ${where}`)
}

const isBeyondLimit = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === 'too_small' || issue.code === 'too_big') && (issue.origin === 'number' || issue.origin === 'int')

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw failures.invalidArgument('The body is not JSON')
  }
}

function asFailure(error: FastifyError | AppError | CamaraFailure, request: FastifyRequest): CamaraFailure {
  if (error instanceof CamaraFailure) return error
  const wait = waitAfter(error)
  if (error instanceof AppError) {
    if (error.code === 'too_many_requests') return failures.tooManyRequests(error.retryAfterS ?? 1)
    if (error.code === 'address_not_allowed') return failures.permissionDenied()
    if (error.code === 'api_key_ended') return failures.unauthenticated()
  } else if (wait) {
    request.log.warn({ err: error }, wait.reason)
    return failures.unavailable(wait.retryAfterS)
  } else if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    // what the framework finds wrong before a handler runs, such as a body that is too large
    return failures.invalidArgument()
  }
  request.log.error({ err: error }, 'a request of CAMARA failed')
  return failures.internal()
}

function sendFailure(error: FastifyError, { request, reply }: Http): FastifyReply {
  const { status, code, message, retryAfterS } = asFailure(error, request)
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply.code(status).header('cache-control', 'no-store').send({ status, code, message })
}
