import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/drafts/drafts.calls.ts'
import type { Services } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { answerDraft, type DraftMakers, keepDraft } from './drafts.commands.ts'
import { draftData, draftPage } from './drafts.queries.ts'

/** @param makers of the features that have what a draft is of */
export function registerDrafts(app: FastifyInstance, services: Services, makers: DraftMakers): void {
  serve(app, services, calls.draftRule, async (ctx, { body: { reason, ...body } }) => {
    const { kept, saved } = await keepDraft(ctx, makers.rule, { kind: 'rule', body, reason })
    return { ...kept, undoes: saved.undoes }
  })
  serve(app, services, calls.draftAlarm, async (ctx, { body: { reason, ...body } }) => {
    const { kept, saved } = await keepDraft(ctx, makers.alarm, { kind: 'alarm', body, reason })
    return { ...kept, firesNow: saved.firesNow }
  })
  serve(app, services, calls.listDrafts, (ctx, { query }) => draftPage(ctx, query))
  serve(app, services, calls.getDraft, (ctx, { params }) => draftData(ctx, params.draftId))
  serve(app, services, calls.answerDraft, (ctx, { params, body }) => answerDraft(ctx, makers, params.draftId, body.answer))
}
