import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as categoryCalls from '#contract/store/categories.calls.ts'
import * as hardwareCalls from '#contract/store/hardware.calls.ts'
import * as storeCalls from '#contract/store/store.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { categoryChoices, categoryPage, changeCategory, createCategory, orderCategories } from './categories.ts'
import { brandPage, brandProductPage, hardwarePage } from './hardware.queries.ts'
import { pictureFile, storePicture } from './pictures.ts'
import { changeHardware, createHardware } from './save-hardware.commands.ts'

export function registerStore(app: FastifyInstance, services: Services): void {
  serve(app, services, categoryCalls.getCategories, (ctx) => categoryPage(ctx))
  serve(app, services, categoryCalls.createCategory, (ctx, { body }) => createCategory(ctx, body.categoryName))
  serve(app, services, categoryCalls.changeCategory, (ctx, { body }) => changeCategory(ctx, body))
  serve(app, services, categoryCalls.orderCategories, (ctx, { body }) => orderCategories(ctx, body.categoryIds))
  serve(app, services, categoryCalls.getCategoryChoices, (ctx) => categoryChoices(ctx))
  serve(app, services, hardwareCalls.getHardware, (ctx, { query }) => hardwarePage(ctx, query))
  serve(app, services, hardwareCalls.createHardware, (ctx, { body }) => createHardware(ctx, body))
  serve(app, services, hardwareCalls.changeHardware, (ctx, { body }) => changeHardware(ctx, body))
  serve(app, services, hardwareCalls.getPicture, (ctx, { params }) => pictureFile(ctx, params.picture))
  serve(app, services, storeCalls.getBrands, (ctx) => brandPage(ctx))
  serve(app, services, storeCalls.getProducts, (ctx, { params, query }) => brandProductPage(ctx, params.brand, query.category))
  serve(app, services, hardwareCalls.uploadPicture, (ctx, _, { request }) => storePicture(ctx, request.body as Readable))
}
