import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/support/support.calls.ts'
import type { Actor, Services } from '#server/context.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
import { answer, change, readUpTo } from './answer.commands.ts'
import { readForOperator, readOwn } from './conversation.queries.ts'
import { conversationCounts, conversationPage } from './conversation-list.queries.ts'
import { readOwnUpTo, writeOwn } from './own-conversation.commands.ts'
import { createMarkFeed, readMark } from './support-mark.ts'

/** Their own conversation's mark for most; that of their customers' for administrators. */
const OF_MARK = { isOfPerson: ({ isAdmin }: Actor) => !isAdmin }

export function registerSupport(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getSupportMark, (ctx) => readMark(ctx), OF_MARK)
  const watch = createMarkFeed(app.log)
  app.addHook('preClose', async () => watch.close())
  serve(app, services, calls.streamSupportMark, async (ctx, { query }) => watch.subscribe(ctx, query.seconds), OF_MARK)

  serve(app, services, calls.getOwnConversation, (ctx, { query }) => readOwn(ctx, query.before), OF_PERSON)
  serve(
    app,
    services,
    calls.writeToSupport,
    (ctx, { body }, { request }) => writeOwn(ctx, body, request.headers['user-agent'] ?? ''),
    OF_PERSON,
  )
  serve(app, services, calls.readOwnConversation, (ctx, { body }) => readOwnUpTo(ctx, body.upTo), OF_PERSON)

  serve(app, services, calls.listConversations, (ctx, { query }) => conversationPage(ctx, query))
  serve(app, services, calls.countConversations, (ctx) => conversationCounts(ctx))
  serve(app, services, calls.getConversation, (ctx, { params, query }) =>
    readForOperator(ctx, params.conversationId, query.before),
  )
  serve(app, services, calls.answerConversation, (ctx, { params, body }) => answer(ctx, params.conversationId, body))
  serve(app, services, calls.readConversation, (ctx, { params, body }) => readUpTo(ctx, params.conversationId, body.upTo))
  serve(app, services, calls.changeConversation, (ctx, { params, body }) => change(ctx, params.conversationId, body))
}
