import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS } from '#contract/envelope.ts'
import { languageFor } from '#domain/languages.ts'
import { AppError, invalidField } from '../app-error.ts'
import { isCompanyDeleted, isDatabaseAway, isNotHeld, isPassing } from '../db/errors.ts'
import { UnreadableCursor } from '../db/keyset.ts'

const bodyError = (es: string, en: string): AppError =>
  new AppError('invalid_request', { sentence: { es, en }, fields: { body: { es, en } } })

/** Errors that the framework raises before a handler runs, in our sentences. */
const FRAMEWORK_ERRORS: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => bodyError('El cuerpo no es JSON válido', 'The body is not valid JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => bodyError('El cuerpo está vacío', 'The body is empty'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => bodyError('El cuerpo llegó incompleto', 'The body arrived incomplete'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new AppError('body_too_large', {
      fields: { body: { es: 'La petición es demasiado grande', en: 'The request is too large' } },
    }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('unsupported_media_type'),
}

/** A fail-over takes some seconds; a client that repeats sooner only waits for a connection. */
const AWAY_RETRY_S = 5

/** The other transaction ends within milliseconds; the header counts seconds. */
const PASSING_RETRY_S = 1

interface Wait {
  readonly retryAfterS: number
  /** for the log */
  readonly reason: string
}

/** Undefined when the same request would fail again. */
export function waitAfter(error: unknown): Wait | undefined {
  if (isDatabaseAway(error)) return { retryAfterS: AWAY_RETRY_S, reason: 'the database is away' }
  if (isPassing(error)) return { retryAfterS: PASSING_RETRY_S, reason: 'a transaction ended in favour of another' }
  return undefined
}

const NOT_OF_LIST = { es: 'El cursor no es de esta lista', en: 'The cursor is not of this list' }

function asAppError(error: FastifyError | AppError | UnreadableCursor): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof UnreadableCursor) return invalidField('cursor', NOT_OF_LIST)
  // it came from the caller, past a schema that should have refused it: worth a line in the log, and no HTTP 500
  if (isNotHeld(error)) return new AppError('invalid_request')
  if (isCompanyDeleted(error)) return new AppError('not_found')
  const wait = waitAfter(error)
  if (wait) return new AppError('unavailable', { retryAfterS: wait.retryAfterS })
  const known = FRAMEWORK_ERRORS[error.code]
  if (known) return known()
  // a malformed address, a forbidden key such as __proto__: the client's mistake, whatever status the framework gives it
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? bodyError('La petición no es válida', 'The request is not valid') : undefined
}

export function sendError(
  error: FastifyError | AppError | UnreadableCursor,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error)
  const wait = waitAfter(error)
  if (!known) request.log.error({ err: error }, 'request failed')
  else if (wait) request.log.warn({ err: error }, wait.reason)
  else if (isNotHeld(error)) request.log.warn({ err: error }, 'the database can not store a value')
  const failure = known ?? new AppError('internal')
  if (failure.retryAfterS) reply.header('retry-after', failure.retryAfterS)
  return reply
    .code(ERROR_STATUS[failure.code])
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(failureBody(failure, request))
}

/** The envelope of a failure, in the caller's language. */
export function failureBody(failure: AppError, request: FastifyRequest): string {
  const language = languageFor(request.headers['accept-language'])
  return JSON.stringify({
    status: false,
    data: null,
    message: '',
    error: failure.sentence[language],
    code: failure.code,
    fields: failure.fieldsIn(language),
    requestId: request.id,
  })
}

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
}
