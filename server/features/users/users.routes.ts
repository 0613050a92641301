import type { FastifyInstance } from 'fastify'
import { getPermitList, savePermit as savePermitCall } from '#contract/users/permits.calls.ts'
import { beginPortalView, endPortalView } from '#contract/users/portal-view.calls.ts'
import * as calls from '#contract/users/users.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { companyChoices } from '#server/records/company-choices.ts'
import { exportUsers } from './export-users.ts'
import { permitList, savePermit } from './permits.ts'
import { beginView, endView } from './portal-view.commands.ts'
import { changeUser, createUser } from './save-user.commands.ts'
import { deactivateUser, deleteUser, inviteUser, reactivateUser } from './user-state.commands.ts'
import { readUser, userCounts, userNames, userPage } from './users.queries.ts'

export function registerUsers(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getUsers, (ctx, { query }) => userPage(ctx, query))
  serve(app, services, calls.countUsers, (ctx, { query }) => userCounts(ctx, query))
  serve(app, services, calls.getUserNames, (ctx, { body }) => userNames(ctx, body.emails))
  serve(app, services, calls.exportUsers, (ctx, { query }) => exportUsers(ctx, query))
  serve(app, services, calls.getUserCompanies, (ctx, { query }) => companyChoices(ctx, query))
  serve(app, services, calls.getUser, (ctx, { params }) => readUser(ctx, params.id), { idOf: 'user' })
  serve(app, services, calls.createUser, (ctx, { body }) => createUser(ctx, body))
  serve(app, services, calls.changeUser, (ctx, { body }) => changeUser(ctx, body))
  serve(app, services, calls.deleteUser, (ctx, { params }) => deleteUser(ctx, params.id), { idOf: 'user' })
  serve(app, services, calls.deactivateUser, (ctx, { params }) => deactivateUser(ctx, params.id), { idOf: 'user' })
  serve(app, services, calls.reactivateUser, (ctx, { params }) => reactivateUser(ctx, params.id), { idOf: 'user' })
  serve(app, services, calls.inviteUser, (ctx, { params }) => inviteUser(ctx, params.id), { idOf: 'user' })
  serve(app, services, getPermitList, (ctx, { query }) => permitList(ctx, query))
  serve(app, services, savePermitCall, (ctx, { body }) => savePermit(ctx, body))
  serve(app, services, beginPortalView, (ctx, { body }, http) => beginView(ctx, body.userId, http))
  serve(app, services, endPortalView, (ctx, _, http) => endView(ctx, http))
}
