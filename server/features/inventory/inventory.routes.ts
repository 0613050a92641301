import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/inventory/inventory.calls.ts'
import type { Services } from '#server/context.ts'
import { writeCsv } from '#server/files/csv-writer.ts'
import { type Handler, serve } from '#server/http/serve.ts'
import { badLineColumns, badLineRows } from './bad-lines.queries.ts'
import { ImportService } from './import-service.ts'

/** Staged lines are in unlogged tables, which a replica has not. */
const OF_STAGING = { readsPrimary: true }

export function registerInventory(app: FastifyInstance, services: Services): void {
  const imports = new ImportService(services)
  app.addHook('onReady', () => imports.recover())
  app.addHook('onClose', () => imports.close())
  serve(app, services, calls.uploadInventory, (ctx, { query }, { request }) =>
    imports.upload(ctx, query.fileName, request.body as Readable, Number(request.headers['content-length'] ?? 0)),
  )
  serve(
    app,
    services,
    calls.importNetworkSims,
    (ctx, { params, body }) => imports.importFromNetwork(ctx, params.networkId, body),
    // the company is that of new lines, not the one that the import is about
    { spansCells: true },
  )
  serve(app, services, calls.getInventoryImport, (ctx, { params }) => imports.read(ctx, params.importId), OF_STAGING)
  serve(app, services, calls.checkInventory, (ctx, { params, body }) =>
    imports.check(ctx, params.importId, body.mapping, body.defaultCompanyId ?? undefined),
  )
  serve(app, services, calls.applyInventory, (ctx, { params, body }) => imports.apply(ctx, params.importId, body.mode))
  const badLines: Handler<typeof calls.getInventoryBadLines> = async (ctx, { params }) => {
    const fileName = await imports.requireImport(ctx, params.importId)
    const name = fileName.replace(/\.[^.]*$/, '').replace(/[^\w.-]+/g, '_')
    const separator = ctx.language === 'es' ? ';' : ','
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${name}-${ctx.language === 'es' ? 'lineas-malas' : 'bad-lines'}.csv`,
      content: writeCsv(badLineColumns(ctx.language), badLineRows(ctx.db, params.importId, ctx.language), { separator }),
    }
  }
  serve(app, services, calls.getInventoryBadLines, badLines, OF_STAGING)
  serve(app, services, calls.discardInventory, async (ctx, { params }) => {
    await imports.discard(ctx, params.importId)
    return null
  })
}
