import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { groupKey, groupPath } from '#domain/groups.ts'
import { CallError } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { sentence } from '#web/lib/sentence.ts'
import { GroupField } from '#web/shared/groups/group-field.tsx'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { DialogTitle } from './dialog-title.tsx'
import { showOutcome } from './sim-actions.api.ts'
import { useMoveToGroup } from './sim-tools.api.ts'
import { useActionWord } from './use-action-word.ts'

interface GroupDialogProps {
  readonly icc: string
  onClose(): void
}

/** The group of a SIM. */
export function GroupDialog({ icc, onClose }: GroupDialogProps) {
  const { t } = useTranslation()
  const sim = useQuery(simQuery(icc))
  const word = useActionWord()
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={word('group')} icc={icc} />} fullOnPhone>
      <Loaded query={sim} failed={t('sims.detail.failed')}>
        {(data) => <GroupForm sim={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function GroupForm({ sim: { icc, companyId, group }, onClose }: { sim: SimDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const [path, setPath] = useState(group)
  const [isSubmitted, setSubmitted] = useState(false)
  const { data: groups = [] } = useQuery(groupsQuery)
  const { mutate, error, isPending } = useMoveToGroup(icc)
  const written = path.trim() === '' ? null : groupPath(path)
  const hasChanges = written === null ? group !== '' : written === undefined || groupKey(written) !== groupKey(group)
  const problem = isSubmitted && written === undefined ? sentence(ALL_FIELD_SENTENCES.groupPath) : undefined
  const refusal = error instanceof CallError ? error.fields.group : undefined
  const save = () => {
    setSubmitted(true)
    if (isPending || !hasChanges || written === undefined) return
    mutate(
      { value: { group: written }, idempotencyKey: newIdempotencyKey() },
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
      <GroupField
        label={t('groups.field')}
        path={path}
        known={groups.filter((one) => one.companyId === companyId && one.rule === null).map((one) => one.path)}
        problem={problem ?? refusal}
        hint={group === '' ? t('groups.pathHint') : `${t('groups.pathHint')} ${t('groups.emptyHint')}`}
        isAutoFocused
        onPath={setPath}
      />
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
          {t(isPending ? 'simActions.saving' : 'groups.save')}
        </Button>
      </div>
    </Form>
  )
}
