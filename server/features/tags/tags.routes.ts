import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/tags/tags.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { changeTagsOfSim, deleteTagById, editTagById } from './tags.commands.ts'
import { visibleTags } from './tags.queries.ts'

export function registerTags(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.listTags, (ctx) => visibleTags(ctx))
  serve(app, services, calls.tagSim, (ctx, { params, body }) => changeTagsOfSim(ctx, params.icc, body))
  serve(app, services, calls.editTag, (ctx, { params, body }) => editTagById(ctx, params.tagId, body))
  serve(app, services, calls.deleteTag, (ctx, { params }) => deleteTagById(ctx, params.tagId))
}
