import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { CallInput } from '#contract/call.ts'
import { SIM_LOCK_SENTENCES } from '#contract/locks/lock-messages.ts'
import { lockBodyProblem } from '#contract/locks/locks.calls.ts'
import type { MassAnswer } from '#contract/operations/mass-actions.calls.ts'
import * as massCalls from '#contract/operations/mass-actions.calls.ts'
import { getOperationCost, getPlanChangeCost } from '#contract/operations/operation-costs.calls.ts'
import { downloadOperation, exportOperations as exportCall } from '#contract/operations/operation-files.calls.ts'
import { DONE_SENTENCES, MASS_SENTENCES, NOTE_SENTENCES, UNDER_WAY_SENTENCES } from '#contract/operations/operation-messages.ts'
import * as calls from '#contract/operations/operations.calls.ts'
import * as single from '#contract/operations/sim-actions.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import { invalidField } from '#server/app-error.ts'
import type { Ctx, Services } from '#server/context.ts'
import { closeWorkerIdentity } from '#server/db/worker-identity.ts'
import { WithMessage } from '#server/http/answers.ts'
import { serve } from '#server/http/serve.ts'
import { listAssignees, requireAssignee } from './assignees.queries.ts'
import { causesOf } from './causes.queries.ts'
import { exportOperations } from './export-operations.ts'
import { advisedIccids } from './follow-advice.ts'
import { requireGroup } from './group-lines.ts'
import type { LineSource } from './line-sources.ts'
import { operationCost } from './operation-cost.ts'
import { OperationFeed } from './operation-feed.ts'
import { receiveFile } from './operation-files.ts'
import { listOperationPage, operationCounts } from './operation-list.queries.ts'
import { requireParts } from './operation-parts.ts'
import type { OperationParameters } from './operation-row.ts'
import { listItemPage, operationData } from './operations.queries.ts'
import { planChangeCost } from './plan-cost.ts'
import { presentGroups } from './present-groups.queries.ts'
import { operationResults } from './results.ts'
import { withdrawSimPlan } from './scheduled-plans.ts'
import { simActions } from './sim-actions.ts'
import { actionAnswer, actOnSim } from './single-action.ts'
import { confirmDraft, previewDraft, startOperation } from './start-operation.ts'
import { steerOperation } from './steer-operation.ts'
import { requireTags } from './tag-lines.ts'
import { planParameters, requirePlan } from './target-plan.ts'
import { withdrawSim } from './withdraw-sim.ts'

export function registerOperations(app: FastifyInstance, services: Services): void {
  const feed = new OperationFeed(services.notifications)
  app.addHook('preClose', async () => feed.endStreams())
  app.addHook('onClose', async () => {
    await closeWorkerIdentity(services.pool)
  })
  serveSingleActions(app, services)
  serveMassActions(app, services)
  serveOperations(app, services, feed)
  serve(app, services, massCalls.uploadOperationFile, (ctx, { query }, { request }) =>
    receiveFile(ctx, query.fileName, request.body as Readable),
  )
}

function serveSingleActions(app: FastifyInstance, services: Services): void {
  const acting =
    (kind: OperationKind) =>
    async (ctx: Ctx, { params, body }: CallInput<typeof single.hibernateSim>) =>
      actionAnswer(kind, await actOnSim(ctx, params.id, kind, { reason: body.reason ?? '' }))
  serve(app, services, single.activateSim, acting('activate'))
  serve(app, services, single.hibernateSim, acting('hibernate'))
  serve(app, services, single.reactivateSim, acting('reactivate'))
  serve(app, services, single.terminateSim, acting('terminate'))
  serve(app, services, single.withdrawSimTermination, (ctx, { params }) => withdrawSim(ctx, params.id))
  serve(app, services, single.getSimActions, (ctx, { params }) => simActions(ctx, params.id))
  serve(app, services, single.changeSimPlan, async (ctx, { params, body: { planCode, from, reason = '' } }) => {
    const target = await requirePlan(ctx.db, planCode)
    const parameters = planParameters(target, from)
    return actionAnswer('plan', await actOnSim(ctx, params.id, 'plan', { reason, parameters, target }))
  })
  serve(app, services, single.withdrawSimPlan, (ctx, { params }) => withdrawSimPlan(ctx, params.id))
  serve(app, services, single.resetSim, async (ctx, { params }) => {
    const line = await actOnSim(ctx, params.id, 'restart', { reason: '' })
    const isDone = line.state === 'succeeded'
    const isLater = line.code === 'next_attach'
    const sentence = isLater ? NOTE_SENTENCES.next_attach : isDone ? DONE_SENTENCES.restart : UNDER_WAY_SENTENCES.restart
    const takesEffect = isLater ? ('next_attach' as const) : isDone ? ('now' as const) : ('unknown' as const)
    const { operationId, iccid, state } = line
    return new WithMessage(
      { operationId, icc: iccid, success: isDone, result: sentence[ctx.language], state, takesEffect },
      sentence,
    )
  })
}

type MassBody = CallInput<typeof massCalls.massHibernation>['body']

/** Mass calls differ in their kind and their parameters. */
async function startMass(ctx: Ctx, kind: OperationKind, body: MassBody, parameters: OperationParameters = {}) {
  const source = await sourceOfBody(ctx, body)
  const answer = await startOperation(ctx, {
    kind,
    source,
    parameters,
    reason: body.reason ?? '',
    isDraft: body.preview ?? false,
    isSingle: false,
    scheduledAt: body.scheduledAt ? new Date(body.scheduledAt) : undefined,
  })
  return answer.state === 'draft' ? answer : accepted(answer)
}

const WITH_NEXT_CYCLE = {
  es: 'Un cambio para el próximo ciclo no lleva fecha',
  en: 'A change for the next cycle takes no date',
}

/** A mass termination is answered as accepted, because its lines can be withdrawn for days (specification section 8). */
const accepted = (answer: MassAnswer) => new WithMessage(answer, MASS_SENTENCES.allDone)

async function sourceOfBody(ctx: Ctx, { icc, filter, except, fileId, advice }: MassBody): Promise<LineSource> {
  if (icc) return { kind: 'list', given: icc }
  if (filter) return { kind: 'filter', filter, except: except ?? [] }
  if (advice) return { kind: 'list', given: await advisedIccids(ctx, advice) }
  return { kind: 'file', companyId: ctx.actor.companyId, fileId: fileId ?? 0 }
}

/** The advice that a change to a plan follows: on another plan than advised its SIMs save something else. */
const followedBy = (planCode: string, { advice }: MassBody): OperationParameters['advice'] =>
  advice?.planCode === planCode ? { companyId: advice.company, adviceId: advice.adviceId } : undefined

function serveMassActions(app: FastifyInstance, services: Services): void {
  serve(app, services, massCalls.massActivation, (ctx, { body }) => startMass(ctx, 'activate', body))
  serve(app, services, massCalls.massHibernation, (ctx, { body }) => startMass(ctx, 'hibernate', body))
  serve(app, services, massCalls.massReactivation, (ctx, { body }) => startMass(ctx, 'reactivate', body))
  serve(app, services, massCalls.massRestore, (ctx, { body }) => startMass(ctx, 'restoreData', body))
  serve(app, services, massCalls.massTermination, (ctx, { body }) => startMass(ctx, 'terminate', body))
  serve(app, services, massCalls.massReset, (ctx, { body }) => startMass(ctx, 'restart', body))
  serve(app, services, massCalls.massDiagnosis, (ctx, { body }) => startMass(ctx, 'diagnose', body))
  serve(app, services, massCalls.massSms, (ctx, { body: { message, ...body } }) => startMass(ctx, 'sms', body, { message }))
  serve(app, services, massCalls.massCustom, (ctx, { body: { customField1, customField2, device, ...body } }) =>
    startMass(ctx, 'custom', body, { customField1, customField2, device }),
  )
  serve(app, services, massCalls.massTag, async (ctx, { body: { add, remove, ...body } }) => {
    await requireTags(ctx, { add, remove, fileId: body.fileId })
    return startMass(ctx, 'tag', body, { add, remove })
  })
  serve(app, services, massCalls.massGroup, async (ctx, { body: { group, ...body } }) => {
    await requireGroup(ctx, { group, fileId: body.fileId })
    return startMass(ctx, 'group', body, { group: group === null ? '' : group })
  })
  serve(app, services, massCalls.massLock, (ctx, { body: { device, area, emails, inherits, ...body } }) => {
    const wrong = lockBodyProblem({ device, area, emails, inherits })
    if (wrong) throw invalidField(wrong.field, SIM_LOCK_SENTENCES[wrong.problem])
    return startMass(ctx, 'lock', body, { lock: { device, area, emails, inherits, language: ctx.language } })
  })
  const plan = async (ctx: Ctx, { body: { planCode, from, ...body } }: CallInput<typeof massCalls.massPlan>) => {
    const target = await requirePlan(ctx.db, planCode)
    if (from === 'nextCycle' && body.scheduledAt) throw invalidField('scheduledAt', WITH_NEXT_CYCLE)
    return startMass(ctx, 'plan', body, { ...planParameters(target, from), advice: followedBy(planCode, body) })
  }
  serve(app, services, massCalls.massPlan, plan)
  const assign = async (ctx: Ctx, { body: { companyId, ...body } }: CallInput<typeof massCalls.assignSims>) => {
    await requireAssignee(ctx, companyId)
    return startMass(ctx, 'assign', body, { companyId })
  }
  // the company is the one to which they go
  serve(app, services, massCalls.assignSims, assign, { spansCells: true })
  serve(app, services, massCalls.listAssignees, (ctx) => listAssignees(ctx))
}

const STEERING = {
  pause: calls.pauseOperation,
  resume: calls.resumeOperation,
  cancel: calls.cancelOperation,
  retry: calls.retryOperation,
  withdraw: calls.withdrawOperation,
  approve: calls.approveOperation,
} as const

function serveOperations(app: FastifyInstance, services: Services, feed: OperationFeed): void {
  serve(app, services, calls.countOperations, (ctx, { query }) => operationCounts(ctx, query), { spansCells: true })
  serve(app, services, calls.listOperations, (ctx, { query }) => listOperationPage(ctx, query), { spansCells: true })
  serve(app, services, exportCall, (ctx, { query }) => exportOperations(ctx, query), { spansCells: true })
  serve(app, services, calls.streamOperations, async (ctx, { query }) => {
    if (query.operationId !== undefined) await requireParts(ctx, query.operationId)
    return feed.follow(ctx, query)
  })
  const parts = async (ctx: Ctx, { params }: { params: { operationId: number } }) => requireParts(ctx, params.operationId)
  const ofAll = { spansCells: true }
  serve(app, services, calls.getOperation, async (ctx, input) => operationData(await parts(ctx, input)), ofAll)
  serve(
    app,
    services,
    calls.listOperationItems,
    async (ctx, input) => listItemPage(await parts(ctx, input), input.query),
    ofAll,
  )
  serve(app, services, downloadOperation, async (ctx, input) => operationResults(await parts(ctx, input), input.query), ofAll)
  serve(app, services, getOperationCost, async (ctx, input) => operationCost(await parts(ctx, input)), ofAll)
  serve(app, services, getPlanChangeCost, async (ctx, input) => planChangeCost(await parts(ctx, input)), ofAll)
  serve(app, services, calls.getOperationGroups, async (ctx, input) => presentGroups(await parts(ctx, input)), ofAll)
  serve(app, services, calls.getOperationCauses, async (ctx, input) => causesOf(await parts(ctx, input)), ofAll)
  const confirm = async (ctx: Ctx, { params, body }: CallInput<typeof calls.confirmOperation>) =>
    accepted(await confirmDraft(ctx, params.operationId, body.scheduledAt ? new Date(body.scheduledAt) : undefined))
  serve(app, services, calls.confirmOperation, confirm, ofAll)
  serve(app, services, calls.previewOperation, (ctx, { params }) => previewDraft(ctx, params.operationId), {
    ...ofAll,
    readsPrimary: true,
  })
  const discard = async (ctx: Ctx, { params }: CallInput<typeof calls.discardOperation>) => {
    await steerOperation(ctx, params.operationId, 'discard')
    return null
  }
  serve(app, services, calls.discardOperation, discard, ofAll)
  for (const [action, call] of Object.entries(STEERING)) {
    const steer = async (ctx: Ctx, { params }: CallInput<typeof call>) => {
      await steerOperation(ctx, params.operationId, action as keyof typeof STEERING)
      return operationData(await requireParts(ctx, params.operationId))
    }
    serve(app, services, call, steer, ofAll)
  }
}
