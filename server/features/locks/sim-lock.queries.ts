import type { CallData } from '#contract/call.ts'
import type { NoticeActionState } from '#contract/filter-values.ts'
import type { getSimLock } from '#contract/locks/locks.calls.ts'
import type { DeviceMode } from '#domain/locks.ts'
import type { Ctx } from '#server/context.ts'
import { requireSim } from '#server/records/find-sim.ts'

/** The lock of a SIM, its open breach, and the devices in which it was. */
export async function lockOfSim(ctx: Ctx, icc: string): Promise<CallData<typeof getSimLock>> {
  const { db } = ctx
  const { companyId, iccid } = await requireSim(ctx, icc)
  const lock = await db
    .selectFrom('sim_locks')
    .select(['device_mode', 'device_values', 'emails', 'set_at', 'set_by'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .executeTakeFirst()
  const breach = await db
    .selectFrom('lock_breaches')
    .select(['imei', 'at', 'action', 'released_by as releasedBy'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .where('kind', '=', 'device')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const devices = await db
    .selectFrom('sim_devices')
    .select(['imei', 'first_seen_at', 'last_seen_at'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .orderBy('last_seen_at', 'desc')
    .orderBy('imei')
    .execute()
  return {
    icc: iccid,
    device: { mode: (lock?.device_mode ?? 'off') as DeviceMode, values: lock?.device_values ?? [] },
    emails: lock?.emails ?? [],
    setAt: lock?.set_at.toISOString() ?? null,
    setBy: lock?.set_by ?? '',
    breach: breach
      ? {
          imei: breach.imei,
          since: breach.at.toISOString(),
          action: breach.action as NoticeActionState,
          releasedBy: breach.releasedBy,
        }
      : null,
    devices: devices.map(({ imei, first_seen_at: first, last_seen_at: last }) => ({
      imei,
      firstSeen: first.toISOString(),
      lastSeen: last.toISOString(),
    })),
  }
}
