import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/account/account.calls.ts'
import type { Services } from '#server/context.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
import { askRestore } from './ask-restore.commands.ts'
import { readProfile } from './profile.queries.ts'
import { saveProfile } from './save-profile.commands.ts'
import { changePassword, checkLink, restorePassword } from './set-password.commands.ts'

export function registerAccount(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getProfile, (ctx) => readProfile(ctx), OF_PERSON)
  serve(app, services, calls.saveProfile, (ctx, { body }) => saveProfile(ctx, body), OF_PERSON)
  serve(app, services, calls.changePassword, (ctx, { body }, { request }) => changePassword(ctx, body, request), OF_PERSON)
  serve(app, services, calls.askRestore, (ctx, { body }) => askRestore(ctx, body.email))
  serve(app, services, calls.checkLink, (ctx, { params }) => checkLink(ctx, params.token))
  serve(app, services, calls.restorePassword, (ctx, { body }) => restorePassword(ctx, body))
}
