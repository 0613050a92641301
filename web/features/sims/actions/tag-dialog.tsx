import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SIM_TAGS_MAX, tagKey } from '#domain/tags.ts'
import { CallError } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { TagsField } from '#web/ui/tags-field.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { showOutcome } from './sim-actions.api.ts'
import { useTagSim } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

interface TagDialogProps {
  readonly icc: string
  onClose(): void
}

/** The tags of a SIM. */
export function TagDialog({ icc, onClose }: TagDialogProps) {
  const { t } = useTranslation()
  const sim = useQuery(simQuery(icc))
  const word = useActionWord()
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word('tag')} icc={icc} />} fullOnPhone>
      <Loaded query={sim} failed={t('sims.detail.failed')}>
        {(data) => <TagForm sim={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

/** The names of a list that another has not. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(tagKey))
  return names.filter((name) => !keys.has(tagKey(name)))
}

function TagForm({
  sim: { icc, companyId, tags: all, groupTags, tagGivers },
  onClose,
}: {
  sim: SimDetail
  onClose: () => void
}) {
  const { t } = useTranslation()
  const tags = without(all, groupTags)
  const [names, setNames] = useState<readonly string[]>(tags)
  const { data: known = [] } = useQuery(tagsQuery)
  const { mutate, error, isPending } = useTagSim(icc)
  const change = { add: without(names, tags), remove: without(tags, names) }
  const hasChanges = change.add.length + change.remove.length > 0
  const isTooMany = without(groupTags, names).length + names.length > SIM_TAGS_MAX
  const refusal = error instanceof CallError ? error.fields.add : undefined
  const save = () => {
    if (isPending || !hasChanges || isTooMany) return
    mutate(
      { value: change, idempotencyKey: newIdempotencyKey() },
      {
        onSuccess: (outcome) => {
          showOutcome(outcome)
          onClose()
        },
      },
    )
  }
  return (
    <Form isPending={isPending} onAttempt={save}>
      <TagsField
        label={t('sims.field.tags')}
        names={names}
        known={known.filter((tag) => tag.companyId === companyId)}
        problem={isTooMany ? t('tags.tooMany', { count: SIM_TAGS_MAX }) : refusal}
        hint={t('tags.fieldHint')}
        isAutoFocused
        onNames={setNames}
      />
      {[...Map.groupBy(tagGivers, (giver) => giver.group)].map(([path, given]) => (
        <p key={path} className="text-secondary text-small">
          {t('tags.ofGroup', { path, names: given.map(({ tag }) => tag).join(', ') })}
        </p>
      ))}
      <Failure error={refusal ? null : error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          type="submit"
          blocked={isPending || !hasChanges}
          aria-busy={isPending}
          title={hasChanges ? undefined : t('simActions.noChanges')}
        >
          {t(isPending ? 'simActions.saving' : 'tags.save')}
        </Button>
      </div>
    </Form>
  )
}
