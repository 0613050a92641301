import { GRANT_SENTENCES, USER_SENTENCES } from '#contract/users/user-messages.ts'
import { PERMITS, type Permit } from '#domain/permits.ts'
import { hasSameRights, holdsAll, type UserRights } from '#domain/user-rights.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { PermitRow } from './users.api.ts'

/** A column of the matrix that can be ticked. */
export type RightName = Permit | 'canHibernate' | 'admin'

/** Unsaved ticks of a user, with the rights at the first tick. */
export interface Edit {
  readonly rights: UserRights
  readonly updatedAt: string
}
export type Edits = ReadonlyMap<number, Edit>

export const rightsOfPermitRow = ({ permits, canHibernate, admin }: PermitRow): UserRights => ({
  permits,
  canHibernate: canHibernate === '1',
  isAdmin: admin === '1',
})

/** The rights shown in a user's row: edited or saved ones. */
export const shownRights = (row: PermitRow, edits: Edits): UserRights => edits.get(row.userId)?.rights ?? rightsOfPermitRow(row)

export function holdsRight({ permits, canHibernate, isAdmin }: UserRights, name: RightName): boolean {
  if (name === 'canHibernate') return canHibernate
  return name === 'admin' ? isAdmin : permits.includes(name)
}

function withRight(rights: UserRights, name: RightName, on: boolean): UserRights {
  if (name === 'canHibernate') return { ...rights, canHibernate: on }
  if (name === 'admin') return { ...rights, isAdmin: on }
  return { ...rights, permits: PERMITS.filter((permit) => (permit === name ? on : rights.permits.includes(permit))) }
}

/** The edits after a click on a checkbox. */
export function toggledEdits(edits: Edits, row: PermitRow, name: RightName): Edits {
  const shown = shownRights(row, edits)
  return editsWith(edits, row, withRight(shown, name, !holdsRight(shown, name)))
}

/** The edits with other rights of a user, such as those of a role. A row equal to its saved rights is no edit. */
export function editsWith(edits: Edits, row: PermitRow, rights: UserRights): Edits {
  const next = new Map(edits)
  if (hasSameRights(rights, rightsOfPermitRow(row))) next.delete(row.userId)
  else next.set(row.userId, { rights, updatedAt: edits.get(row.userId)?.updatedAt ?? row.updatedAt })
  return next
}

export function without(edits: Edits, userId: number): Edits {
  const next = new Map(edits)
  next.delete(userId)
  return next
}

/** The user who edits the matrix. */
export interface Editor {
  readonly email: string
  readonly rights: UserRights
  /** the company of administrators */
  readonly rootCompanyId: number
}

/** Why none of a user's rights can be changed, in a sentence. An editor with all of them can always revoke them. */
export function rowReason(row: PermitRow, { email, rights }: Editor): string | undefined {
  if (row.userEmail === email) return sentence(GRANT_SENTENCES.own)
  return holdsAll(rights, rightsOfPermitRow(row)) ? undefined : sentence(USER_SENTENCES.holdsMore)
}

/** Managing the portal is only for users of the main company. */
export const canNeverHold = ({ companyId }: PermitRow, name: RightName, { rootCompanyId }: Editor): boolean =>
  name === 'admin' && companyId !== rootCompanyId

/** Why a checkbox is disabled, in a sentence; undefined when enabled. */
export function disabledReason(row: PermitRow, name: RightName, editor: Editor): string | undefined {
  const reason = rowReason(row, editor)
  if (reason) return reason
  if (!holdsRight(editor.rights, name)) return sentence(GRANT_SENTENCES.notHeld)
  return canNeverHold(row, name, editor) ? sentence(GRANT_SENTENCES.notAtRoot) : undefined
}

export interface GridCell {
  readonly row: number
  readonly column: number
}

/** The cell that a key moves to; undefined for other keys. */
export function gridMove(
  { key, ctrlKey }: { readonly key: string; readonly ctrlKey: boolean },
  { row, column }: GridCell,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): GridCell | undefined {
  const last = { row: rows - 1, column: columns - 1 }
  const moves: Readonly<Record<string, GridCell>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + 12, column },
    PageUp: { row: row - 12, column },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? last.row : row, column: last.column },
  }
  const to = moves[key]
  if (!to) return undefined
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))
  return { row: within(to.row, last.row), column: within(to.column, last.column) }
}
