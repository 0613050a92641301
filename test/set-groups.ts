import { groupKey } from '#domain/groups.ts'
import type { Database } from '#server/db/database.ts'
import { changeGroups } from '#server/records/change-groups.ts'
import type { TestSim } from './fleet.ts'

/** Groups beside and inside each other; one that sorts between another and what is inside it, letter by letter; and none. */
const GROUPS = ['Norte', '', 'Norte/Camiones', 'Norte b', 'norte-1/x', 'Ñuble', '', 'Sur/Rutas/Larga', 'Sur'] as const

/** The path of the group of a SIM of the test, in each company its own; '' for none. */
export const groupOf = ({ iccid }: Pick<TestSim, 'iccid'>): string => GROUPS[Number(iccid.slice(-5)) % GROUPS.length] ?? ''

/** What a path is ordered by, of plain letters: as a tree is read, and SIMs without a group last. */
export const groupOrderOf = (path: string): string => (path === '' ? '~' : groupKey(path).replaceAll('|', '\u0001'))

/** Moves them into it. */
export async function setGroups(db: Database, sims: readonly TestSim[], now: Date): Promise<void> {
  const changes = sims.map((sim) => ({ companyId: sim.companyId, iccid: sim.iccid, group: groupOf(sim) }))
  await db.transaction().execute((trx) => changeGroups(trx, changes, { actor: 'test', detail: {} }, now))
}
