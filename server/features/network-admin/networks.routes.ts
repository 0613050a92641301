import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as accountingCalls from '#contract/network-admin/accounting.calls.ts'
import * as comparisonCalls from '#contract/network-admin/comparisons.calls.ts'
import * as calls from '#contract/network-admin/networks.calls.ts'
import * as smppCalls from '#contract/network-admin/smpp.calls.ts'
import { networkKind } from '#domain/network-kinds.ts'
import type { Services } from '#server/context.ts'
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
  serve(app, services, calls.addNetwork, (ctx, { body }) => addNetwork(ctx, body))
  serve(app, services, calls.removeNetwork, (ctx, { params }) => removeNetwork(ctx, params.networkId), { spansCells: true })
  serve(app, services, calls.tryNetwork, (ctx, { params }) => tryNetwork(ctx, params.networkId))
  serve(app, services, calls.tryNetworkSettings, (ctx, { body }) => tryNetworkSettings(ctx, body))
  serve(app, services, calls.saveNetwork, (ctx, { params, body }) => saveNetwork(ctx, params.networkId, body), {
    spansCells: true,
  })
  serve(app, services, calls.getNetworkRules, (ctx) => readRules(ctx))
  serve(app, services, calls.saveNetworkRules, (ctx, { body }) => saveRules(ctx, body.rules))
  serve(app, services, calls.listDrifts, (ctx, { query }) => listDriftPage(ctx, query))
  serve(app, services, calls.settleDrifts, (ctx, { body }) => settleDrifts(ctx, body))
  serve(app, services, comparisonCalls.listComparisons, (ctx) => comparisonsData(ctx), { readsPrimary: true })
  serve(app, services, comparisonCalls.startComparison, (ctx) => beginComparison(ctx))
  serve(app, services, accountingCalls.getAccounting, (ctx) => accountingData(ctx))
  serve(app, services, accountingCalls.addAccountingClient, (ctx, { body }) => addAccounting(ctx, body))
  serve(app, services, accountingCalls.saveAccountingClient, (ctx, { params, body }) =>
    saveAccounting(ctx, params.clientId, body),
  )
  serve(app, services, accountingCalls.removeAccountingClient, (ctx, { params }) => removeAccounting(ctx, params.clientId))
  serve(app, services, accountingCalls.uploadChargingRecords, (ctx, { query }, { request }) =>
    takeChargingFile(ctx, query.fileName, request.body as Readable),
  )
  serve(app, services, smppCalls.getSmppLink, (ctx, { params }) => readSmppLink(ctx, params.networkId))
  serve(app, services, smppCalls.saveSmppLink, (ctx, { params, body }) => saveSmppLink(ctx, params.networkId, body))
  serve(app, services, smppCalls.removeSmppLink, (ctx, { params }) => removeSmppLink(ctx, params.networkId))
}
