import type { FastifyInstance } from 'fastify'
import type { CallData } from '#contract/call.ts'
import * as noteCalls from '#contract/sims/notes.calls.ts'
import * as calls from '#contract/sims/sim-tools.calls.ts'
import type { Ctx, Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { requireSim } from '#server/records/find-sim.ts'
import { chatOf, readChat } from './chat.ts'
import { runAdministrativeTest, runGprsTest, runGsmTest } from './diagnose.ts'
import { editCustomFields } from './edit-custom.ts'
import { editFieldsOfSims } from './edit-fields.ts'
import { addNote, deleteNote, notesOfSim } from './notes.ts'
import { sendMessage } from './send-sms.ts'

async function apnOf(ctx: Ctx, icc: string): Promise<CallData<typeof calls.getApn>> {
  const { apnId } = await requireSim(ctx, icc)
  return ctx.db
    .selectFrom('apns')
    .select(['name as apnName', 'apn', 'username', 'password'])
    .where('apn_id', '=', apnId)
    .executeTakeFirstOrThrow()
}

export function registerSimTools(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.editCustom, (ctx, { body }) => editCustomFields(ctx, body), { isOfBody: true })
  serve(app, services, calls.editFields, (ctx, { body }) => editFieldsOfSims(ctx, body), { spansCells: true })
  serve(app, services, calls.sendSms, (ctx, { body }) => sendMessage(ctx, body), { isOfBody: true })
  serve(app, services, calls.getChatSms, (ctx, { params, query }) => chatOf(ctx, params.id, query.before))
  serve(app, services, calls.readChatSms, (ctx, { params, body }) => readChat(ctx, params.id, body.upTo))
  serve(app, services, calls.getApn, (ctx, { params }) => apnOf(ctx, params.id))
  serve(app, services, noteCalls.listSimNotes, (ctx, { params }) => notesOfSim(ctx, params.icc))
  serve(app, services, noteCalls.addSimNote, (ctx, { params, body }) => addNote(ctx, params.icc, body.text))
  serve(app, services, noteCalls.deleteSimNote, (ctx, { params }) => deleteNote(ctx, params.icc, params.noteId))
  serve(app, services, calls.testAdministrative, (ctx, { params }) => runAdministrativeTest(ctx, params.id))
  serve(app, services, calls.testGsm, (ctx, { params }) => runGsmTest(ctx, params.id))
  serve(app, services, calls.testGprs, (ctx, { params }) => runGprsTest(ctx, params.id))
}
