import type { FastifyInstance } from 'fastify'
import { POPUP_SENTENCES } from '#contract/popups/popup-messages.ts'
import * as calls from '#contract/popups/popups.calls.ts'
import { AppError } from '#server/app-error.ts'
import type { Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
import { findPopup, listAllPopups, popupDetail } from './popups.queries.ts'
import { changePopup, createPopup, endPopup, markPopupSeen } from './save-popup.commands.ts'

export function registerPopups(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    calls.getPopup,
    async (ctx, { params }) => {
      const popup = await findPopup(ctx, params.name)
      if (!popup) throw new AppError('not_found')
      return popup
    },
    OF_PERSON,
  )
  serve(
    app,
    services,
    calls.markPopupSeen,
    async (ctx, { params }) => {
      await markPopupSeen(ctx, params.name)
      return null
    },
    OF_PERSON,
  )
  serve(app, services, calls.listPopups, (ctx) => listAllPopups(ctx))
  serve(app, services, calls.getPopupDetail, (ctx, { params }) => popupDetail(ctx.db, ctx.now, params.name))
  serve(
    app,
    services,
    calls.createPopup,
    async (ctx, { body }) => new WithMessage(await createPopup(ctx, body), POPUP_SENTENCES.created),
  )
  serve(
    app,
    services,
    calls.changePopup,
    async (ctx, { params, body }) => new WithMessage(await changePopup(ctx, params.name, body), POPUP_SENTENCES.changed),
  )
  serve(
    app,
    services,
    calls.endPopup,
    async (ctx, { params }) => new WithMessage(await endPopup(ctx, params.name), POPUP_SENTENCES.ended),
  )
}
