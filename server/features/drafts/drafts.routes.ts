import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/drafts/drafts.calls.ts'
import { readEmails } from '#domain/alarms.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { validate } from '#server/http/validate.ts'
import { answerDraft, confirmChanged, type DraftMakers, keepDraft } from './drafts.commands.ts'
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
  serve(app, services, calls.confirmRuleDraft, (ctx, { params: { draftId }, body }) =>
    confirmChanged(ctx, makers.rule, { draftId, kind: 'rule', body, plain: plainRule }),
  )
  serve(app, services, calls.confirmAlarmDraft, (ctx, { params: { draftId }, body }) =>
    confirmChanged(ctx, makers.alarm, { draftId, kind: 'alarm', body, plain: plainAlarm }),
  )
  serve(app, services, calls.answerDraft, (ctx, { params, body }) => answerDraft(ctx, makers, params.draftId, body.answer))
}

/** What a draft leaves out is written out, as a body is when it is read. */
const plainRule = (body: unknown) => validate(calls.confirmRuleDraft.body, body)

/** No name and no group are '' as well, and addresses are apart in several ways. */
function plainAlarm(given: unknown) {
  const { name = '', group = '', email, ...body } = validate(calls.confirmAlarmDraft.body, given)
  return { ...body, name, group, emails: readEmails(email) }
}
