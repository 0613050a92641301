import { useTranslation } from 'react-i18next'
import { type Role, rightsOfRole, roleOf, rolesWithin } from '#domain/role-presets.ts'
import type { UserRights } from '#domain/user-rights.ts'
import { Select } from '#web/ui/select.tsx'
import { type Editor, type Edits, rowReason, shownRights } from './permit-edits.ts'
import { roleWord, userNameOf } from './user-cells.tsx'
import { ALL_RIGHTS } from './user-rights.ts'
import type { PermitRow } from './users.api.ts'

interface RoleSelectProps {
  readonly row: PermitRow
  readonly editor: Editor
  readonly edits: Edits
  readonly tabIndex?: number
  onFocus?(): void
  onChoose(row: PermitRow, rights: UserRights): void
}

/** The role that a user's rights make. Another one sets all of them: one whose rights the editor has all. */
export function RoleSelect({ row, editor, edits, tabIndex, onFocus, onChoose }: RoleSelectProps) {
  const { t } = useTranslation()
  const rights = shownRights(row, edits)
  const role = roleOf(rights, ALL_RIGHTS)
  const word = roleWord(rights, t)
  const block = rowReason(row, editor)
  const offered = rolesWithin(editor.rights)
  if (block || offered.length === 0)
    return (
      <span className="block ellipsis" title={block}>
        {word}
      </span>
    )
  return (
    <Select
      aria-label={t('users.matrix.roleOf', { name: userNameOf(row) })}
      value={role ?? ''}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onChange={(event) => onChoose(row, rightsOfRole(event.currentTarget.value as Role, editor.rights))}
    >
      {role ? null : (
        <option value="" disabled>
          {word}
        </option>
      )}
      {offered.map((one) => (
        <option key={one} value={one}>
          {t(`users.roles.${one}`)}
        </option>
      ))}
    </Select>
  )
}
