import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Call, type CallData, type CallInput, changesSomething } from '#contract/call.ts'
import { languageFor } from '#domain/languages.ts'
import { AppError } from '../app-error.ts'
import { type CellOptions, inCellOfCall } from '../cells/cell-of-call.ts'
import { haveMoved, whileUnmoved } from '../cells/moves.ts'
import type { Actor, Ctx, RequestContext, Services } from '../context.ts'
import { recordAccess } from '../records/access-log.ts'
import { type FileDownload, type ListPageAnswer, type ListStreamAnswer, WithMessage } from './answers.ts'
import { admit, admittedCaller, isStillAuthorised } from './authorise.ts'
import { failureBody } from './error-handler.ts'
import { answerOnce, idempotencyKeyOf } from './idempotency.ts'
import { sendEvents } from './live-events.ts'
import { countStream } from './open-streams.ts'
import { type ReadOptions, whereToRead } from './read-from-replica.ts'
import { sendList } from './send-list.ts'
import { StoredFile, sendStoredFile } from './stored-file.ts'
import { validate } from './validate.ts'

type CtxOf<C extends Call> = C['access'] extends 'public' ? RequestContext : Ctx

type AnswerOf<C extends Call> = C extends { list: object }
  ? ListPageAnswer | ListStreamAnswer
  : C extends { file: object }
    ? FileDownload | StoredFile
    : C extends { events: object }
      ? AsyncIterable<unknown>
      : CallData<C> | WithMessage<CallData<C>>

export type Handler<C extends Call> = (
  ctx: CtxOf<C>,
  input: CallInput<C>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<AnswerOf<C>>

interface PersonOptions {
  /** it is about the person, not about companies: the company in which they work does not matter */
  readonly isOfPerson?: (actor: Actor) => boolean
}

/** Of calls about what is the person's own. */
export const OF_PERSON: PersonOptions = { isOfPerson: () => true }

const JSON_TYPE = 'application/json; charset=utf-8'

/** Largest JSON body of a call that names no limit of its own: forms and filters, not files. */
const BODY_LIMIT = 64 * 1024

/**
 * Binds a contract entry to its handler: client key, login session, permit, schemas in, envelope out.
 * Routes come from the contract alone, so that the access sweep, which walks over it, sees them all.
 */
export function serve<C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
  options: CellOptions & ReadOptions & PersonOptions = {},
): void {
  const route: RouteOptions = {
    method: call.method,
    url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: call.bodyLimit ?? BODY_LIMIT,
    config: { call },
    onRequest: async (request, reply) => {
      // personal answers are cached by no browser and no proxy (OWASP ASVS 5.0, 14.3.2); public ones set their own header
      reply.header('cache-control', 'no-store')
      await admit(requestContext(services, request, idempotencyKeyOf(call, request)), call, { request, reply })
    },
    handler: async (request, reply) => {
      const base = requestContext(services, request, idempotencyKeyOf(call, request))
      const caller = await admittedCaller(base, call, request)
      if (call.events && caller) countStream(base, caller, reply.raw)
      const actor = caller?.home && options.isOfPerson?.(caller) ? caller.home : caller
      // a request without a body
      if (call.upload && !(request.body instanceof Readable)) throw new AppError('unsupported_media_type')
      const input = {
        params: call.params && validate(call.params, request.params),
        query: call.query ? validate(call.query, request.query) : undefined,
        body: call.body && validate(call.body, request.body === undefined ? {} : request.body),
      } as CallInput<C>
      const http = { request, reply }
      if (!actor) return send(call, base, request, reply, await handler(base as CtxOf<C>, input, http))
      const inCell = (where: Ctx) =>
        inCellOfCall(where, call, input, options, (inside) => handler(inside as CtxOf<C>, input, http))
      const read = (ctx: Ctx) => whereToRead(ctx, { ...options, ...http, call }, inCell)
      const work = () => whileUnmoved(base, actor, read, (answer) => changesSomething(call) || isStreamed(call, answer))
      if (base.idempotencyKey === undefined) {
        const { answer, ctx } = await work()
        recordAccess(base, actor, call, input)
        return send(call, ctx, request, reply, answer)
      }
      const { status, text } = await answerOnce(
        { ...base, actor },
        request,
        async () => envelopeText(call, base, (await work()).answer),
        (error) => failureBody(error, request),
      )
      return reply.code(status).type(JSON_TYPE).send(text)
    },
  }
  const { upload } = call
  if (upload) app.register(async (scope) => takeUpload(scope, route, upload))
  else app.route(route)
}

/** A file is streamed; JSON of its size, which would be parsed in memory, is refused unread. */
function takeUpload(scope: FastifyInstance, route: RouteOptions, types: readonly string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser([...types], (_request, payload, done) => done(null, payload))
  scope.route(route)
}

/** An answer that is read while it is sent. */
const isStreamed = (call: Call, answer: unknown): boolean =>
  call.file !== undefined || call.events !== undefined || (answer as { kind?: unknown } | null)?.kind === 'stream'

/** The context of a handler, without an actor. */
export function requestContext(
  services: Services,
  request: FastifyRequest,
  idempotencyKey: string | undefined,
): RequestContext {
  return {
    ...services,
    now: services.clock(),
    log: request.log,
    requestId: request.id,
    language: languageFor(request.headers['accept-language']),
    address: request.ip,
    idempotencyKey,
  }
}

function send(
  call: Call,
  ctx: RequestContext & Pick<Ctx, 'moves'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): unknown {
  if (call.list) return sendList(call.list, request, reply, answer as ListPageAnswer | ListStreamAnswer)
  if (answer instanceof StoredFile) return sendStoredFile(request, reply, answer)
  if (call.file) return sendFile(reply, answer as FileDownload)
  if (call.events) {
    const mayRead = () => isStillAuthorised({ ...ctx, now: ctx.clock() }, call, request)
    return sendEvents(reply, answer as AsyncIterable<unknown>, {
      mayRead,
      before: () => ctx.replica?.untilReplayed(),
      isStale: ctx.moves === undefined ? undefined : () => haveMoved(ctx),
    })
  }
  return reply.type(JSON_TYPE).send(envelopeText(call, ctx, answer))
}

function envelopeText(call: Call, ctx: RequestContext, answer: unknown): string {
  const withMessage = answer instanceof WithMessage ? answer : undefined
  const data = withMessage ? withMessage.data : answer
  if (call.data && ctx.checkAnswers) call.data.parse(data)
  return JSON.stringify({ status: true, data, message: withMessage?.message[ctx.language] ?? '', error: null })
}

function sendFile(reply: FastifyReply, { contentType, fileName, content }: FileDownload): FastifyReply {
  return reply.type(contentType).header('content-disposition', `attachment; filename="${fileName}"`).send(content)
}
