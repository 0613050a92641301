import { groupPath } from '#domain/groups.ts'
import { followGroups } from '#server/alarm-engine/follow-groups.ts'
import { invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { changeGroups, type GroupRefusal, refusedGroups, type SimGroupChange } from '#server/records/change-groups.ts'
import { cellsOfField, columnOfField } from './file-cells.ts'
import { noteOf, type OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

const NO_GROUP = { es: 'Elija un grupo', en: 'Choose a group' }

/** @throws AppError invalid when no group is named: neither by the call nor in a column of a file */
export async function requireGroup(
  { db, actor }: Ctx,
  { group, fileId }: { group: string | null | undefined; fileId: number | undefined },
): Promise<void> {
  if (group !== undefined) return
  if (fileId !== undefined && (await columnOfField(db, { companyId: actor.companyId, fileId }, 'group')) !== undefined) return
  throw invalidField('group', NO_GROUP)
}

/** Where the SIMs of claimed lines move to: the group of the line in its file, else the operation's. */
async function groupChangesOf(
  db: Database | DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<SimGroupChange[]> {
  const cells = await cellsOfField(db, operation, claimed, 'group')
  return claimed.flatMap(({ line, simCompanyId, iccid }) => {
    const group = groupPath(cells.get(line) ?? '') ?? operation.parameters.group
    return simCompanyId === null || group === undefined ? [] : [{ companyId: simCompanyId, iccid, group }]
  })
}

/** The lines whose SIM cannot be moved to its group, by ICCID: why. */
export async function refusedGroupLines(
  db: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<ReadonlyMap<string, GroupRefusal>> {
  if (operation.kind !== 'group') return new Map()
  const changes = await groupChangesOf(db, operation, claimed)
  const refusalOf = await refusedGroups(db, changes)
  return new Map(
    changes.flatMap((change) => {
      const refusal = refusalOf(change)
      return refusal ? [[change.iccid, refusal] as const] : []
    }),
  )
}

/** Moves the SIMs of the lines, with their timelines; alarms of groups follow them. */
export async function moveLinesToGroups(
  trx: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  { now, warningPercent }: { readonly now: Date; readonly warningPercent: number },
): Promise<void> {
  const changes = await groupChangesOf(trx, operation, claimed)
  const changed = await changeGroups(trx, changes, { ...noteOf(operation), areLocked: true }, now)
  await followGroups(trx, changed, { now, warningPercent })
}
