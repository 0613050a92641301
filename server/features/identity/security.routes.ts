import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/identity/security.calls.ts'
import { SECURITY_DONE, sessionsEnded } from '#contract/identity/security-messages.ts'
import type { Services } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { listLoginSessions } from '#server/http/list-login-sessions.ts'
import { requireReauthentication } from '#server/http/reauthentication.ts'
import { OF_PERSON, serve } from '#server/http/serve.ts'
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
  serveSecondFactor(app, services)
  serve(
    app,
    services,
    calls.listLoginSessions,
    (ctx, _, { request }) => listLoginSessions(ctx, ctx.actor.userId, request),
    OF_PERSON,
  )
  serve(
    app,
    services,
    calls.endLoginSession,
    async (ctx, { params, body }, http) => {
      await endOneSession(ctx, params.sessionId, body, http)
      return new WithMessage(null, SECURITY_DONE.sessionEnded)
    },
    OF_PERSON,
  )
  serve(
    app,
    services,
    calls.endOtherLoginSessions,
    async (ctx, { body }, http) => {
      const ended = await endOtherSessions(ctx, body, http)
      return new WithMessage({ ended }, sessionsEnded(ended))
    },
    OF_PERSON,
  )
}

function serveSecondStep(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.logInWithCode, async (ctx, { body }, http) =>
    sessionOf(ctx, await passSecondFactor(ctx, body.code, http)),
  )
  serve(app, services, calls.beginLoginEnrolment, (ctx, _, http) => beginLoginEnrolment(ctx, http))
  serve(app, services, calls.finishLoginEnrolment, async (ctx, { body }, http) => {
    const { actor, recoveryCodes } = await finishLoginEnrolment(ctx, body.code, http)
    return { session: await sessionOf(ctx, actor), recoveryCodes: [...recoveryCodes] }
  })
}

function serveSecondFactor(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getSecondFactor, (ctx, _, http) => readSecondFactor(ctx, http), OF_PERSON)
  serve(
    app,
    services,
    calls.beginSecondFactor,
    async (ctx, { body }, http) => {
      await requireReauthentication(ctx, body, http)
      return beginEnrolment(ctx, ctx.actor)
    },
    OF_PERSON,
  )
  serve(
    app,
    services,
    calls.confirmSecondFactor,
    async (ctx, { body }) => {
      const recoveryCodes = [...(await confirmEnrolment(ctx, body.code))]
      return new WithMessage({ recoveryCodes }, SECURITY_DONE.factorOn)
    },
    OF_PERSON,
  )
  serve(
    app,
    services,
    calls.renewRecoveryCodes,
    async (ctx, { body }, http) => ({
      recoveryCodes: [...(await renewRecoveryCodes(ctx, body, http))],
    }),
    OF_PERSON,
  )
  serve(
    app,
    services,
    calls.removeSecondFactor,
    async (ctx, { body }, http) => {
      await removeFactor(ctx, body, http)
      return new WithMessage(null, SECURITY_DONE.factorOff)
    },
    OF_PERSON,
  )
  serve(app, services, calls.resetSecondFactor, async (ctx, { params }) => {
    await resetFactor(ctx, params.userId)
    return new WithMessage(null, SECURITY_DONE.factorReset)
  })
}
