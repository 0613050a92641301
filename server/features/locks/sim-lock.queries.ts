import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { NoticeActionState } from '#contract/filter-values.ts'
import type { getSimLock } from '#contract/locks/locks.calls.ts'
import { areaLockOf } from '#domain/area-locks.ts'
import { type DeviceMode, LOCK_KINDS } from '#domain/locks.ts'
import type { Ctx } from '#server/context.ts'
import { policiesOfSims } from '#server/lock-engine/lock-policies.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'

/** The lock of a SIM, its open breach, and the devices in which it was. */
export async function lockOfSim(ctx: Ctx, icc: string): Promise<CallData<typeof getSimLock>> {
  const { db } = ctx
  const sim = await requireSim(ctx, icc)
  const { companyId, iccid } = sim
  const lock = await db
    .selectFrom('sim_locks')
    .select(['device_mode', 'device_values', 'area_values', 'geofences', 'emails', 'set_at', 'set_by', 'policy_id'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .executeTakeFirst()
  const breaches = await db
    .selectFrom('lock_breaches')
    .select(['kind', 'imei', 'network', 'latitude', 'longitude', 'at', 'action', 'released_by'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .where('ended_at', 'is', null)
    .execute()
  const devices = await db
    .selectFrom('sim_devices')
    .select(['imei', 'first_seen_at', 'last_seen_at'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .orderBy('last_seen_at', 'desc')
    .orderBy('imei')
    .execute()
  const { rows: policies } = await sql<{ policyId: string; group: string }>`
    SELECT w.policy_id AS "policyId", coalesce(t.name, '') AS "group" FROM (${policiesOfSims(companyId, [iccid])}) w
    LEFT JOIN tags t ON t.company_id = w.company_id AND t.tag_id = w.group_id WHERE w.policy_id IS NOT NULL`.execute(db)
  const atNetwork = await stateAtNetwork(ctx, sim)
  const areas = lock?.area_values ?? []
  const geofences = lock?.geofences ?? []
  const [breach, areaBreach, left] = LOCK_KINDS.map((kind) => breaches.find((one) => one.kind === kind))
  return {
    icc: iccid,
    device: { mode: (lock?.device_mode ?? 'off') as DeviceMode, values: lock?.device_values ?? [] },
    area: { mode: areaLockOf([...areas, ...geofences]).mode, values: areas, geofences },
    emails: lock?.emails ?? [],
    policy: policies[0] ?? null,
    isOwn: lock !== undefined && lock.policy_id === null,
    setAt: lock?.set_at.toISOString() ?? null,
    setBy: lock?.set_by ?? '',
    atNetwork,
    breach: breach ? { imei: breach.imei, ...stateOf(breach) } : null,
    areaBreach: areaBreach ? { network: areaBreach.network, ...stateOf(areaBreach) } : null,
    geofenceBreach: left ? { latitude: left.latitude ?? 0, longitude: left.longitude ?? 0, ...stateOf(left) } : null,
    devices: devices.map(({ imei, first_seen_at: first, last_seen_at: last }) => ({
      imei,
      firstSeen: first.toISOString(),
      lastSeen: last.toISOString(),
    })),
  }
}

type NetworkLockState = CallData<typeof getSimLock>['atNetwork']

/** Networks that hold no SIM to a device are asked nothing, so nothing is said of them. */
async function stateAtNetwork(
  { db, networks }: Ctx,
  { companyId, iccid, originId, simTypeId }: FoundSim,
): Promise<NetworkLockState> {
  if (!networks.findByRoute(originId, simTypeId)?.capabilities.locksDevices) return 'none'
  const row = await db
    .selectFrom('network_locks')
    .select(['due_at', 'imei', 'problem'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .executeTakeFirst()
  if (!row) return 'none'
  if (row.due_at) return 'sending'
  if (row.problem !== '') return 'refused'
  return row.imei === '' ? 'none' : 'held'
}

const stateOf = ({ at, action, released_by: releasedBy }: { at: Date; action: string; released_by: string }) => ({
  since: at.toISOString(),
  action: action as NoticeActionState,
  releasedBy,
})
