import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/popups/popups.calls.ts'
import type { Services } from '#server/context.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
import { listAllPopups, popupDetail, popupText } from './popups.queries.ts'
import { changePopup, createPopup, endPopup, markPopupSeen } from './save-popup.commands.ts'

export function registerPopups(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getPopup, (ctx, { params }) => popupText(ctx, params.name), OF_PERSON)
  serve(app, services, calls.markPopupSeen, (ctx, { params }) => markPopupSeen(ctx, params.name), OF_PERSON)
  serve(app, services, calls.listPopups, (ctx) => listAllPopups(ctx))
  serve(app, services, calls.getPopupDetail, (ctx, { params }) => popupDetail(ctx.db, ctx.now, params.name))
  serve(app, services, calls.createPopup, (ctx, { body }) => createPopup(ctx, body))
  serve(app, services, calls.changePopup, (ctx, { params, body }) => changePopup(ctx, params.name, body))
  serve(app, services, calls.endPopup, (ctx, { params }) => endPopup(ctx, params.name))
}
