import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { groupKey, groupPath } from '#domain/groups.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sentence } from '#web/lib/sentence.ts'
import { GroupField } from '#web/shared/groups/group-field.tsx'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { SimFormDialog } from './sim-form-dialog.tsx'
import { useMoveToGroup } from './sim-tools.api.ts'

/** The group of a SIM. */
export function GroupDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  return (
    <SimFormDialog icc={icc} action="group" onClose={onClose}>
      {(sim) => <GroupForm sim={sim} onClose={onClose} />}
    </SimFormDialog>
  )
}

/** null: none; undefined: it can't be a path */
const groupIn = (typed: string): string | null | undefined => (typed.trim() === '' ? null : groupPath(typed))

function isSameGroup(typed: string, group: string): boolean {
  const written = groupIn(typed)
  return written === null ? group === '' : written !== undefined && groupKey(written) === groupKey(group)
}

function GroupForm({ sim: { icc, companyId, group }, onClose }: { sim: SimDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(groupsQuery)
  const form = useEditForm({
    initial: group,
    save: useMoveToGroup(icc),
    isBlocked: (path) => isSameGroup(path, group),
    problemsOf: (path) => (groupIn(path) === undefined ? { group: sentence(ALL_FIELD_SENTENCES.groupPath) } : {}),
    bodyOf: (path) => ({ value: { group: groupIn(path) ?? null }, idempotencyKey: newIdempotencyKey() }),
    onClose,
  })
  return (
    <EditForm form={form} verb={t('groups.save')} busy={t('simActions.saving')} whyBlocked={t('simActions.noChanges')}>
      <GroupField
        label={t('groups.field')}
        path={form.values}
        known={groups.filter((one) => one.companyId === companyId && one.rule === null).map((one) => one.path)}
        problem={form.problems.group}
        hint={group === '' ? t('groups.pathHint') : `${t('groups.pathHint')} ${t('groups.emptyHint')}`}
        isAutoFocused
        onPath={form.onValues}
      />
    </EditForm>
  )
}
