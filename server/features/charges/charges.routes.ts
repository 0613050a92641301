import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/charges/charges.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { findCharge } from './charge.queries.ts'
import { chargeLinesPage } from './charge-lines.queries.ts'
import { chargeDay, chargeSim } from './charge-usage.queries.ts'
import { chargeFacets, chargesPage } from './charges.queries.ts'
import { exportCharges, exportLines } from './export-charges.ts'
import { invoiceFile } from './invoice-pdf.ts'

export function registerCharges(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getCharges, (ctx, { query }) => chargesPage(ctx, query))
  serve(app, services, calls.getChargeFacets, (ctx, { query }) => chargeFacets(ctx, query))
  serve(app, services, calls.exportCharges, (ctx, { query }) => exportCharges(ctx, query))
  serve(app, services, calls.getCharge, (ctx, { params }) => findCharge(ctx, params.documentId))
  serve(app, services, calls.getChargeLines, (ctx, { params, query }) => chargeLinesPage(ctx, params.documentId, query))
  serve(app, services, calls.getChargeSim, (ctx, { params }) => chargeSim(ctx, params.documentId, params.icc))
  serve(app, services, calls.getChargeDay, (ctx, { params }) => chargeDay(ctx, params))
  serve(app, services, calls.exportChargeLines, (ctx, { params }) => exportLines(ctx, params.documentId))
  serve(app, services, calls.getInvoicePdf, (ctx, { params }) => invoiceFile(ctx, params.documentId))
}
