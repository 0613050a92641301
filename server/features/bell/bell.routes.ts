import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/bell/bell.calls.ts'
import type { CallInput } from '#contract/call.ts'
import { readAll, readOne } from '#domain/bell.ts'
import { type Ctx, inTransaction, type Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { bellMark, bellPage } from './bell.queries.ts'
import { createBellFeed } from './bell-feed.ts'
import { changeRead, momentUpTo, readState, setKind } from './bell-state.ts'

const SPANS_CELLS = { spansCells: true } as const

export function registerBell(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getBell, (ctx, { query }) => bellPage(ctx, query), SPANS_CELLS)

  const feed = createBellFeed(app.log)
  app.addHook('preClose', async () => feed.close())
  serve(app, services, calls.streamBell, async (ctx, { query }) => feed.subscribe(ctx, query.seconds), SPANS_CELLS)

  serve(app, services, calls.readBell, (ctx, { body }) => read(ctx, body), SPANS_CELLS)
  serve(app, services, calls.setBellKind, (ctx, { params, body }) => setKind(ctx, params.kind, body.isOn), SPANS_CELLS)
}

async function read(ctx: Ctx, { key, upTo }: CallInput<typeof calls.readBell>['body']) {
  const { actor, now, db } = ctx
  const at = momentUpTo(upTo, now)
  await inTransaction(ctx, (trx) =>
    changeRead(trx, actor.userId, now, (before) => (key === undefined ? readAll(before, at) : readOne(before, { key, at }))),
  )
  const { unread } = await bellMark(ctx, await readState(db, actor.userId, now))
  return { unread }
}
