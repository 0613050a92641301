import type { FastifyInstance } from 'fastify'
import { searchPortal } from '#contract/search/search.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { searchFor } from './search.queries.ts'

export function registerSearch(app: FastifyInstance, services: Services): void {
  serve(app, services, searchPortal, (ctx, { query }) => searchFor(ctx, query.text), { spansCells: true })
}
