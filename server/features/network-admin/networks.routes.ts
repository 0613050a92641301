import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as accountingCalls from '#contract/network-admin/accounting.calls.ts'
import * as comparisonCalls from '#contract/network-admin/comparisons.calls.ts'
import { COMPARISON_SENTENCES, NETWORK_DONE, settling } from '#contract/network-admin/network-messages.ts'
import * as calls from '#contract/network-admin/networks.calls.ts'
import * as smppCalls from '#contract/network-admin/smpp.calls.ts'
import type { Sentence } from '#contract/sentence.ts'
import { networkKind } from '#domain/network-kinds.ts'
import type { Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { serve } from '#server/http/serve.ts'
import { accountingData, addAccounting, removeAccounting, saveAccounting } from './accounting.ts'
import { addNetwork, removeNetwork } from './add-network.ts'
import { takeChargingFile } from './charging-files.ts'
import { beginComparison, comparisonsData } from './comparisons.ts'
import { listDriftPage } from './drifts.queries.ts'
import { networksData } from './networks.queries.ts'
import { readRules, saveRules } from './rules.ts'
import { saveNetwork } from './save-network.ts'
import { settleDrifts } from './settle-drifts.ts'
import { readSmppLink, removeSmppLink, saveSmppLink } from './smpp-link.ts'
import { tryNetwork, tryNetworkSettings } from './try-network.ts'

export function registerNetworks(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.listNetworks, async (ctx) => ({
    networks: await networksData(ctx),
    kinds: Object.keys(ctx.networks.kinds).filter((kind) => networkKind(kind)),
    asOf: ctx.now.toISOString(),
  }))
  serve(app, services, calls.addNetwork, async (ctx, { body }) =>
    saying(await addNetwork(ctx, body), ({ name }) => NETWORK_DONE.added(name)),
  )
  serve(
    app,
    services,
    calls.removeNetwork,
    async (ctx, { params }) => saying(await removeNetwork(ctx, params.networkId), () => NETWORK_DONE.removed),
    { spansCells: true },
  )
  serve(app, services, calls.tryNetwork, (ctx, { params }) => tryNetwork(ctx, params.networkId))
  serve(app, services, calls.tryNetworkSettings, (ctx, { body }) => tryNetworkSettings(ctx, body))
  serve(
    app,
    services,
    calls.saveNetwork,
    async (ctx, { params, body }) =>
      saying(await saveNetwork(ctx, params.networkId, body), ({ name }) => NETWORK_DONE.saved(name)),
    { spansCells: true },
  )
  serve(app, services, calls.getNetworkRules, (ctx) => readRules(ctx))
  serve(app, services, calls.saveNetworkRules, async (ctx, { body }) =>
    saying(await saveRules(ctx, body.rules), () => NETWORK_DONE.rulesSaved),
  )
  serve(app, services, calls.listDrifts, (ctx, { query }) => listDriftPage(ctx, query))
  serve(app, services, calls.settleDrifts, async (ctx, { body }) =>
    saying(await settleDrifts(ctx, body), ({ accepted, excluded }) => settling(accepted, excluded.length)),
  )
  serve(app, services, comparisonCalls.listComparisons, (ctx) => comparisonsData(ctx), { readsPrimary: true })
  serve(app, services, comparisonCalls.startComparison, async (ctx) =>
    saying(await beginComparison(ctx), () => COMPARISON_SENTENCES.started),
  )
  serve(app, services, accountingCalls.getAccounting, (ctx) => accountingData(ctx))
  serve(app, services, accountingCalls.addAccountingClient, async (ctx, { body }) =>
    saying(await addAccounting(ctx, body), () => NETWORK_DONE.clientSaved(body.name)),
  )
  serve(app, services, accountingCalls.saveAccountingClient, async (ctx, { params, body }) =>
    saying(await saveAccounting(ctx, params.clientId, body), () => NETWORK_DONE.clientSaved(body.name)),
  )
  serve(app, services, accountingCalls.removeAccountingClient, async (ctx, { params }) =>
    saying(await removeAccounting(ctx, params.clientId), () => NETWORK_DONE.clientRemoved),
  )
  app.register(async (scope) => serveFiles(scope, services))
  serve(app, services, smppCalls.getSmppLink, (ctx, { params }) => readSmppLink(ctx, params.networkId))
  serve(app, services, smppCalls.saveSmppLink, async (ctx, { params, body }) =>
    saying(await saveSmppLink(ctx, params.networkId, body), () => NETWORK_DONE.smppSaved),
  )
  serve(app, services, smppCalls.removeSmppLink, async (ctx, { params }) =>
    saying(await removeSmppLink(ctx, params.networkId), () => NETWORK_DONE.smppRemoved),
  )
}

/** An answer with its sentence. */
function saying<T>(data: T, sentenceOf: (data: T) => Sentence): WithMessage<T> {
  return new WithMessage(data, sentenceOf(data))
}

function serveFiles(app: FastifyInstance, services: Services): void {
  // a file is not parsed here but streamed
  for (const type of accountingCalls.uploadChargingRecords.upload)
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
  serve(app, services, accountingCalls.uploadChargingRecords, (ctx, { query }, { request }) =>
    takeChargingFile(ctx, query.fileName, request.body as Readable),
  )
}
