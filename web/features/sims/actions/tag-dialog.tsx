import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SIM_TAGS_MAX, tagKey } from '#domain/tags.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { TagsField } from '#web/ui/tags-field.tsx'
import { SimFormDialog } from './sim-form-dialog.tsx'
import { useTagSim } from './sim-tools.api.ts'

/** The tags of a SIM. */
export function TagDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  return (
    <SimFormDialog icc={icc} action="tag" onClose={onClose}>
      {(sim) => <TagForm sim={sim} onClose={onClose} />}
    </SimFormDialog>
  )
}

/** The names of a list that another has not. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(tagKey))
  return names.filter((name) => !keys.has(tagKey(name)))
}

function TagForm({ sim, onClose }: { sim: SimDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const { icc, companyId, tags: all, groupTags, tagGivers } = sim
  const tags = without(all, groupTags)
  const { data: known = [] } = useQuery(tagsQuery)
  const changeOf = (names: readonly string[]) => ({ add: without(names, tags), remove: without(tags, names) })
  const hasTooMany = (names: readonly string[]) => without(groupTags, names).length + names.length > SIM_TAGS_MAX
  const form = useEditForm({
    initial: (): readonly string[] => tags,
    save: useTagSim(icc),
    isBlocked: (names) => Object.values(changeOf(names)).every((changed) => changed.length === 0),
    problemsOf: (names) => (hasTooMany(names) ? { add: t('tags.tooMany', { count: SIM_TAGS_MAX }) } : {}),
    bodyOf: (names) => ({ value: changeOf(names), idempotencyKey: newIdempotencyKey() }),
    onClose,
  })
  return (
    <EditForm form={form} verb={t('tags.save')} busy={t('simActions.saving')} whyBlocked={t('simActions.noChanges')}>
      <TagsField
        label={t('sims.field.tags')}
        names={form.values}
        known={known.filter((tag) => tag.companyId === companyId)}
        problem={form.problems.add}
        hint={t('tags.fieldHint')}
        isAutoFocused
        onNames={form.onValues}
      />
      {[...Map.groupBy(tagGivers, (giver) => giver.group)].map(([path, given]) => (
        <p key={path} className="text-secondary text-small">
          {t('tags.ofGroup', { path, names: given.map(({ tag }) => tag).join(', ') })}
        </p>
      ))}
    </EditForm>
  )
}
