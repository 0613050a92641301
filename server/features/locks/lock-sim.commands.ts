import { setTimeout as sleep } from 'node:timers/promises'
import type { CallData, CallInput } from '#contract/call.ts'
import { SIM_LOCK_SENTENCES } from '#contract/locks/lock-messages.ts'
import { lockBodyProblem, type lockSim } from '#contract/locks/locks.calls.ts'
import { invalidField } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { WithMessage } from '#server/http/answers.ts'
import { unknownGeofences } from '#server/lock-engine/geofence-locks.ts'
import { inheritLocks } from '#server/lock-engine/lock-policies.ts'
import { setLocks } from '#server/lock-engine/set-locks.ts'
import { sendDeviceLocks } from '#server/networks/orders/device-locks.ts'
import { audit } from '#server/records/audit.ts'
import { requireSim } from '#server/records/find-sim.ts'
import type { SimKey } from '#server/records/sim-key.ts'
import { requireAllowed } from '#server/records/sim-refusal.ts'
import { actOnBreaches } from './act-on-breaches.ts'
import { lockOfSim } from './sim-lock.queries.ts'

/** How long a request waits for the network; the cut, or the restoration, continues without it. */
const ANSWER_TIMEOUT_MS = 4_000

/** Sets the lock of a SIM. */
export async function setLockOfSim(
  ctx: Ctx,
  icc: string,
  { inherits, ...change }: CallInput<typeof lockSim>['body'],
): Promise<WithMessage<CallData<typeof lockSim>>> {
  const sim = await requireSim(ctx, icc)
  requireAllowed(ctx, sim, 'lock')
  const { companyId, iccid } = sim
  const wrong = lockBodyProblem({ inherits, ...change })
  if (wrong?.problem === 'inherits') throw invalidField('inherits', SIM_LOCK_SENTENCES.inherits)
  const isChanged = await inTransaction(ctx, async (trx) => {
    if (inherits) return inherit(trx, ctx, sim)
    await requireGeofences(trx, companyId, change.area?.geofences ?? [])
    const note = { actor: ctx.actor.email, detail: {}, language: ctx.language }
    const [changed] = await setLocks(trx, [{ companyId, iccid, ...change, ...(wrong ? {} : { policy: null }) }], note, ctx.now)
    if (!changed) return false
    const entry = { action: 'sim.locked', entity: 'sim', entityId: iccid, companyId }
    await audit(trx, ctx, { ...entry, before: changed.from, after: changed.to })
    return true
  })
  const acting = Promise.all([actOnBreaches(ctx), sendDeviceLocks(ctx, { companyId, iccid })]).catch((error: unknown) => {
    ctx.log.error({ err: error, iccid }, 'a lock could not be applied at once; it is retried')
  })
  await Promise.race([acting, sleep(ANSWER_TIMEOUT_MS)])
  const { icc: id, device, area, emails, policy, isOwn } = await lockOfSim(ctx, iccid)
  const changed = inherits ? SIM_LOCK_SENTENCES.inherited : SIM_LOCK_SENTENCES.saved
  return new WithMessage({ icc: id, device, area, emails, policy, isOwn }, isChanged ? changed : SIM_LOCK_SENTENCES.unchanged)
}

/** @returns whether the SIM had a lock of its own */
async function inherit(trx: DatabaseTransaction, ctx: Ctx, { companyId, iccid }: SimKey) {
  const [changed] = await inheritLocks(trx, { companyId, iccids: [iccid], withOwn: true }, ctx.now)
  if (changed === undefined) return false
  await audit(trx, ctx, { action: 'sim.locked', entity: 'sim', entityId: iccid, companyId, after: { inherits: true } })
  return true
}

/** @throws AppError invalid_request for a geofence that is not of the SIM's company */
async function requireGeofences(trx: DatabaseTransaction, companyId: number, geofences: readonly string[]): Promise<void> {
  if ((await unknownGeofences(trx, [companyId], geofences)).length > 0)
    throw invalidField('area.geofences', SIM_LOCK_SENTENCES.unknownGeofence)
}
