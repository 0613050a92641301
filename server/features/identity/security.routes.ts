import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call.ts'
import * as calls from '#contract/identity/security.calls.ts'
import { SECURITY_DONE } from '#contract/identity/security-messages.ts'
import type { Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { listLoginSessions } from '#server/http/list-login-sessions.ts'
import { requireReauthentication } from '#server/http/reauthentication.ts'
import { type Handler, OF_PERSON, serve } from '#server/http/serve.ts'
import { beginEnrolment, beginLoginEnrolment, confirmEnrolment, finishLoginEnrolment } from './enrolment.ts'
import { sessionOf } from './identity.queries.ts'
import { passSecondFactor } from './login-steps.ts'
import {
  endOneSession,
  endOtherSessions,
  readSecondFactor,
  removeFactor,
  renewRecoveryCodes,
  resetFactor,
} from './security.commands.ts'

export function registerSecurity(app: FastifyInstance, services: Services): void {
  serveSecondStep(app, services)
  const serveOwn = <C extends Call>(call: C, handler: Handler<C>) => serve(app, services, call, handler, OF_PERSON)
  serveOwn(calls.getSecondFactor, (ctx, _, http) => readSecondFactor(ctx, http))
  serveOwn(calls.beginSecondFactor, async (ctx, { body }, http) => {
    await requireReauthentication(ctx, body, http)
    return beginEnrolment(ctx, ctx.actor)
  })
  serveOwn(calls.confirmSecondFactor, async (ctx, { body }) => {
    const recoveryCodes = await confirmEnrolment(ctx, body.code)
    return new WithMessage({ recoveryCodes }, SECURITY_DONE.factorOn)
  })
  serveOwn(calls.renewRecoveryCodes, (ctx, { body }, http) => renewRecoveryCodes(ctx, body, http))
  serveOwn(calls.removeSecondFactor, (ctx, { body }, http) => removeFactor(ctx, body, http))
  serve(app, services, calls.resetSecondFactor, (ctx, { params }) => resetFactor(ctx, params.userId))
  serveOwn(calls.listLoginSessions, (ctx, _, { request }) => listLoginSessions(ctx, ctx.actor.userId, request))
  serveOwn(calls.endLoginSession, (ctx, { params, body }, http) => endOneSession(ctx, params.sessionId, body, http))
  serveOwn(calls.endOtherLoginSessions, (ctx, { body }, http) => endOtherSessions(ctx, body, http))
}

function serveSecondStep(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.logInWithCode, async (ctx, { body }, http) =>
    sessionOf(ctx, await passSecondFactor(ctx, body.code, http)),
  )
  serve(app, services, calls.beginLoginEnrolment, (ctx, _, http) => beginLoginEnrolment(ctx, http))
  serve(app, services, calls.finishLoginEnrolment, async (ctx, { body }, http) => {
    const { actor, recoveryCodes } = await finishLoginEnrolment(ctx, body.code, http)
    return { session: await sessionOf(ctx, actor), recoveryCodes }
  })
}
