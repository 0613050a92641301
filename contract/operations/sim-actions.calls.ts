import { z } from 'zod'
import { OPERATION_KINDS, STATUS_ACTIONS } from '#domain/eligibility.ts'
import { ITEM_STATES } from '#domain/operations.ts'
import { defineCall } from '../call.ts'
import { iccField, planCodeField, planStartField, timeField } from '../fields.ts'

/**
 * What is done to one SIM. Each call makes an operation of one line (operations.calls.ts), runs it at once, waits a few seconds
 * for the network and answers how the line stands then:
 * - done: HTTP 200, `data.state` 'succeeded', `message` says so;
 * - still under way: HTTP 200, `data.state` 'pending' or 'running', `message` says that it goes on; follow `operationId`;
 * - refused by our rule: HTTP 409 transition_not_allowed (with from, to, allowed in `fields`), type_not_editable or
 *   operation_open, HTTP 403 not_allowed (canHibernate), HTTP 404 not_found;
 * - refused by the network: HTTP 409 network_refused, with its reason in `error`.
 * All of them take the header Idempotency-Key: the same key and request give the same answer for 24 hours, without a second
 * effect; the same key with another request is HTTP 409 conflict.
 */
const simParams = z.strictObject({ id: iccField })

const reasonField = z.string().trim().max(300).describe('Why; it stands in the SIM’s timeline')
const reasonBody = z.strictObject({ reason: reasonField.optional() })

export const simActionData = z.object({
  /** 0: the change was made without one */
  operationId: z.number().int(),
  icc: z.string(),
  state: z.enum(ITEM_STATES),
  /** the SIM's administrative status now */
  simAdministrativeStatusId: z.number().int(),
  /** the status that it is on its way to; null when it is on none */
  targetStatusId: z.number().int().nullable(),
  /** when the next step is due: the end of a termination's cooling-off; null when it goes on by itself */
  dueAt: timeField.nullable(),
})
export type SimActionData = z.infer<typeof simActionData>

const changing = (path: `/sim/${string}/{id}`, inSpec: boolean, summary: string) =>
  defineCall({
    method: 'POST',
    path,
    access: 'sims',
    inSpec,
    summary,
    params: simParams,
    body: reasonBody,
    data: simActionData,
  })

export const activateSim = changing('/sim/activate/{id}', true, 'Activate a SIM (status 1, editable SIMs); can’t be undone')

export const hibernateSim = changing(
  '/sim/hibernate/{id}',
  true,
  'Hibernate a SIM: suspends it at the network (status 2, types 2 to 5, users with canHibernate)',
)

export const reactivateSim = changing(
  '/sim/reactivate/{id}',
  true,
  'Reactivate a hibernated SIM, or cancel its hibernation (status 8 or 11, types 2 to 5, users with canHibernate)',
)

export const terminateSim = changing('/sim/terminate/{id}', false, 'Terminate a SIM; can be withdrawn during the cooling-off')

export const withdrawSimTermination = changing(
  '/sim/withdrawTermination/{id}',
  false,
  'Withdraw a termination during its cooling-off (status 9); the SIM returns to its previous status',
)

export const changeSimPlan = defineCall({
  method: 'POST',
  path: '/sim/plan/{id}',
  access: 'sims',
  summary:
    'Change a SIM’s plan (users with the permit plans): from today on, and the cycle is charged by days, or from the next cycle on, until then withdrawSimPlan takes it back. A later change replaces one that is scheduled',
  params: simParams,
  body: z.strictObject({ planCode: planCodeField, from: planStartField, reason: reasonField.optional() }),
  data: simActionData,
})

export const withdrawSimPlan = defineCall({
  method: 'POST',
  path: '/sim/withdrawPlan/{id}',
  access: 'sims',
  summary: 'Withdraw a change of plan that is scheduled for the next cycle (users with the permit plans)',
  params: simParams,
  body: z.strictObject({}),
  data: simActionData,
})

export const resetSim = defineCall({
  method: 'GET',
  path: '/sim/reset/{id}',
  access: 'sims',
  inSpec: true,
  changes: true,
  summary:
    'Restart a SIM’s connection: drops the data session and cancels its location; keeps the status. Once a minute and three times an hour per SIM, else HTTP 429 with Retry-After',
  params: simParams,
  data: z.object({
    operationId: z.number().int(),
    icc: z.string(),
    success: z.boolean(),
    result: z.string(),
    state: z.enum(ITEM_STATES),
    /** 'now': the session was dropped; 'next_attach': the SIM is offline, it takes effect when it comes back; 'unknown': no answer yet */
    takesEffect: z.enum(['now', 'next_attach', 'unknown']),
  }),
})

const actionName = z.enum([...OPERATION_KINDS, ...STATUS_ACTIONS, 'withdrawTermination', 'chat'])

export const getSimActions = defineCall({
  method: 'GET',
  path: '/sim/actions/{id}',
  access: 'sims',
  summary:
    'Get the actions available for a SIM, why others are not, what is running, and what an activation costs and a hibernation saves',
  params: simParams,
  data: z.object({
    icc: z.string(),
    actions: z.array(
      z.object({
        action: actionName,
        /** whether the menu shows it */
        offered: z.boolean(),
        /** null: it can be done; else an exclusion code with its sentence */
        code: z.string().nullable(),
        text: z.string(),
      }),
    ),
    /** the change that is under way; null when none is */
    open: z
      .object({
        operationId: z.number().int(),
        kind: z.enum(OPERATION_KINDS),
        state: z.enum(ITEM_STATES),
        /** why it takes longer than its turn, in the reader's language; '' when there is nothing to say */
        text: z.string(),
        targetStatusId: z.number().int().nullable(),
        actor: z.string(),
        since: timeField,
        dueAt: timeField.nullable(),
        /** since when the network has been asked and what it did is not known; null while the change waits for its turn */
        askedAt: timeField.nullable(),
      })
      .nullable(),
    /** a change of plan that waits for the next cycle; null without one */
    scheduledPlan: z
      .object({
        operationId: z.number().int(),
        planCode: z.string(),
        planName: z.string(),
        /** the first moment of the cycle */
        at: timeField,
        actor: z.string(),
      })
      .nullable(),
    /** what the SIM's plan costs in a cycle, from its activation on */
    activation: z.object({
      planCode: z.string(),
      planName: z.string(),
      /** the group that gives it at activation; '' where the SIM has it already */
      group: z.string(),
      amountMinor: z.number().int(),
      currency: z.string(),
    }),
    /** what the SIM costs in a cycle active, and hibernated throughout, from the next cycle on, in the currency of its plan */
    hibernation: z.object({
      amountMinor: z.number().int(),
      hibernatedMinor: z.number().int(),
      savesFrom: z.iso.date(),
      pooled: z.boolean(),
    }),
  }),
})
