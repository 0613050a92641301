import type { Updateable } from 'kysely'
import type { DB } from '#server/db/types.generated.ts'
import type { EffectKind } from '#server/networks/simulated/execute-command.ts'
import type { Portal } from './portal.ts'

/** What the embedded networks do wrong from now on; beyond that they answer at once. Other settings of theirs are changed along. */
export async function setNetworkFaults(
  { db, services }: Portal,
  faults: object,
  more: Updateable<DB['networks']> = {},
): Promise<void> {
  const settings = JSON.stringify({ faults: { latencyMs: [0, 0], ...faults } })
  await db
    .updateTable('networks')
    .set({ settings, ...more })
    .execute()
  await services.networks.reload()
}

const LOCK_EFFECTS: readonly string[] = ['locked', 'unlocked'] satisfies EffectKind[]

/** What took effect at the embedded network for a SIM, the first first; locks to its device apart. */
export async function effectsOf(portal: Portal, iccid: string): Promise<string[]> {
  return (await allEffectsOf(portal, iccid)).filter((kind) => !LOCK_EFFECTS.includes(kind))
}

/** The locks of a SIM to its device that the embedded network was given, and those that were taken off. */
export async function lockEffectsOf(portal: Portal, iccid: string): Promise<string[]> {
  return (await allEffectsOf(portal, iccid)).filter((kind) => LOCK_EFFECTS.includes(kind))
}

async function allEffectsOf({ services }: Portal, iccid: string): Promise<string[]> {
  const { rows } = await services.pool.query<{ kind: string }>(
    'SELECT kind FROM simulated_network.effects WHERE iccid = $1 ORDER BY effect_id',
    [iccid],
  )
  return rows.map(({ kind }) => kind)
}
