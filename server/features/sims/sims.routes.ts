import type { FastifyInstance } from 'fastify'
import { mapSims } from '#contract/sims/map.calls.ts'
import * as historyCalls from '#contract/sims/sim-history.calls.ts'
import * as statusCalls from '#contract/sims/sim-status.calls.ts'
import type { SimListQuery } from '#contract/sims/sims.calls.ts'
import * as calls from '#contract/sims/sims.calls.ts'
import * as viewCalls from '#contract/sims/views.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import type { Ctx, Services } from '#server/context.ts'
import type { ListPageAnswer, ListStreamAnswer } from '#server/http/answers.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
import { noSuchSim } from '#server/records/find-sim.ts'
import { usageAsOf } from '#server/records/usage-as-of.ts'
import { blockSim, cutData, restoreData, unblockSim } from './change-status.ts'
import { findSim } from './detail/sim.queries.ts'
import { createSimFeed, simTopic } from './detail/sim-feed.ts'
import { findKeptSim, simHistory, simHours, simPositions, simUsage } from './detail/sim-history.queries.ts'
import { exportSims } from './list/export-sims.ts'
import { listSimPage, streamSims } from './list/list-sims.queries.ts'
import { deleteViewById, listViews, saveViewAs } from './list/saved-views.ts'
import { searchParameters } from './list/search-parameters.queries.ts'
import { simFacets } from './list/sim-facets.queries.ts'
import { gatherOnMap } from './list/sim-map.queries.ts'
import { suggestSims } from './list/suggest-sims.ts'

async function listSims(ctx: Ctx, query: SimListQuery): Promise<ListPageAnswer | ListStreamAnswer> {
  const { limit } = query
  if (limit === undefined) return { kind: 'stream', tsv: await streamSims(ctx, query) }
  return { kind: 'page', ...(await listSimPage(ctx, { ...query, limit })) }
}

/** The result of a look-up by ICC; a SIM of another tenant answers exactly like one that does not exist. */
async function requireFound<T>(icc: string, find: (iccid: string) => Promise<T | undefined>): Promise<T> {
  for (const iccid of iccidCandidates(icc)) {
    const found = await find(iccid)
    if (found !== undefined) return found
  }
  throw noSuchSim(icc)
}

export function registerSims(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getSearchParameters, (ctx) => searchParameters(ctx))
  serve(app, services, calls.listSims, (ctx, { body }) => listSims(ctx, body))
  serve(app, services, calls.searchSims, (ctx, { body }) => listSims(ctx, body))
  serve(app, services, calls.globalSearch, (ctx, { params }) => suggestSims(ctx, params.text), { spansCells: true })
  serve(app, services, calls.getSimFacets, async (ctx, { body }) => {
    const { filter = {}, companies = false, tags = false, groups = false } = body
    const counted = simFacets(ctx, filter, { companies, tags, groups })
    const [facets, usageTrueAt] = await Promise.all([counted, usageAsOf(ctx)])
    return { ...facets, usageAsOf: usageTrueAt }
  })
  serve(app, services, mapSims, (ctx, { body }) => gatherOnMap(ctx, body))
  serve(app, services, calls.exportSims, (ctx, { body }) => exportSims(ctx, body))

  serve(app, services, calls.getSim, (ctx, { params }) => requireFound(params.icc, (iccid) => findSim(ctx, iccid)))
  const keptOf = (ctx: Ctx, { icc }: { icc: string }) => requireFound(icc, (iccid) => findKeptSim(ctx, iccid))
  serve(app, services, historyCalls.getSimUsage, async (ctx, { params }) => simUsage(ctx, await keptOf(ctx, params)))
  serve(app, services, historyCalls.getSimPositions, async (ctx, { params, query }) =>
    simPositions(ctx, await keptOf(ctx, params), query.days),
  )
  serve(app, services, historyCalls.getSimHours, async (ctx, { params }) =>
    simHours(ctx, await keptOf(ctx, params), params.day),
  )
  serve(app, services, historyCalls.getSimHistory, async (ctx, { params, query }) =>
    simHistory(ctx, await keptOf(ctx, params), query.kinds?.split(',')),
  )
  const watch = createSimFeed(app.log)
  app.addHook('preClose', async () => watch.close())
  serve(app, services, calls.streamSim, async (ctx, { params, query }) =>
    watch.subscribe(await requireFound(params.icc, (iccid) => simTopic(ctx, iccid)), query.seconds),
  )

  serve(app, services, statusCalls.blockSim, (ctx, { params, body }) => blockSim(ctx, params.id, body.reason))
  serve(app, services, statusCalls.unblockSim, (ctx, { params, body }) => unblockSim(ctx, params.id, body.reason ?? ''))
  serve(app, services, statusCalls.cutSimData, (ctx, { params, body }) => cutData(ctx, params.id, body.reason ?? ''))
  serve(app, services, statusCalls.restoreSimData, (ctx, { params, body }) => restoreData(ctx, params.id, body.reason ?? ''))

  serve(app, services, viewCalls.listSavedViews, (ctx) => listViews(ctx), OF_PERSON)
  serve(app, services, viewCalls.saveView, (ctx, { body }) => saveViewAs(ctx, body), OF_PERSON)
  serve(app, services, viewCalls.deleteView, (ctx, { params }) => deleteViewById(ctx, params.viewId), OF_PERSON)
}
