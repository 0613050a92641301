import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/groups/groups.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { createGroupOf, deleteGroupById, editGroupById, moveSim } from './groups.commands.ts'
import { readGroups } from './groups.queries.ts'

export function registerGroups(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.listGroups, (ctx) => readGroups(ctx))
  serve(app, services, calls.createGroup, (ctx, { body }) => createGroupOf(ctx, body))
  serve(app, services, calls.editGroup, (ctx, { params, body }) => editGroupById(ctx, params.groupId, body))
  serve(app, services, calls.deleteGroup, (ctx, { params }) => deleteGroupById(ctx, params.groupId))
  serve(app, services, calls.moveSimToGroup, (ctx, { params, body }) => moveSim(ctx, params.icc, body))
}
