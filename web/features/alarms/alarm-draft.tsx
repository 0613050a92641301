import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readEmails } from '#domain/alarms.ts'
import { formatMb } from '#web/lib/format.ts'
import { DraftAnswers, DraftDialog } from '#web/shared/drafts/draft-dialog.tsx'
import type { DraftData } from '#web/shared/drafts/drafts.api.ts'
import { usePlanName } from '#web/shared/plans/plan-choices.api.ts'
import styles from './alarm-form.module.css'
import { AlarmForm } from './alarm-form.tsx'
import { planLabel } from './alarm-name.ts'
import { impactOf } from './alarm-values.ts'
import { type AlarmBody, alarmPreviewQuery } from './alarms.api.ts'
import { ImpactList, useImpactLabel } from './impact-step.tsx'
import { PreviewNote } from './preview-note.tsx'

/** An alarm that a program prepared: what it says, what it would have done, what it does at once, and the answers; or the form of it. */
export function AlarmDraft({ draftId, onClose }: { draftId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<DraftData>()
  if (edited) {
    const back = () => setEdited(undefined)
    return <AlarmForm alarm={undefined} draft={edited} company={edited.company} onClose={back} onSaved={onClose} />
  }
  return (
    <DraftDialog draftId={draftId} title={t('alarms.draft.title')} onClose={onClose}>
      {(draft) => <DraftedAlarm draft={draft} onEdit={() => setEdited(draft)} onClose={onClose} />}
    </DraftDialog>
  )
}

const NOW_NONE = { start: '', overSims: 0, firesNow: 0, restores: 0 }

interface DraftedProps {
  readonly draft: DraftData
  onEdit(): void
  onClose(): void
}

function DraftedAlarm({ draft, onEdit, onClose }: DraftedProps) {
  const { t } = useTranslation()
  // the server wrote it by the schema of the call
  const body = draft.body as unknown as AlarmBody
  const { company, plan, group = '', limit } = body
  const request = { company, plan, group, limit }
  const { data } = useQuery(alarmPreviewQuery(request))
  const impact = impactOf(undefined, body, data?.now ?? NOW_NONE)
  const impactLabel = useImpactLabel(body, impact)
  return (
    <>
      <div className={styles.form}>
        <div className={styles.will}>
          {body.name ? <p className="medium">{body.name}</p> : null}
          <p>
            <AlarmInWords body={body} companyName={draft.companyName} />
          </p>
          {body.active === '0' ? <p className="text-secondary">{t('alarms.draft.inactive')}</p> : null}
          {impact.fires > 0 ? <ImpactList body={body} impact={impact} /> : null}
        </div>
        <PreviewNote request={request} hasCompany />
      </div>
      <DraftAnswers
        draftId={draft.draftId}
        confirmLabel={impact.fires > 0 ? impactLabel : t('alarms.draft.confirm')}
        isBlocked={!data}
        onEdit={onEdit}
        onDone={onClose}
      />
    </>
  )
}

/** The whole alarm in a sentence, with each address, for a person who did not write it. */
function AlarmInWords({ body: { plan, group, limit, email, action }, companyName }: { body: AlarmBody; companyName: string }) {
  const { t } = useTranslation()
  const planName = usePlanName(plan !== '')
  const label = planLabel({ plan, planName: planName(plan) })
  return t(action === '1' ? 'alarms.draft.cuts' : 'alarms.draft.notifies', {
    company: companyName,
    which: group ? `${label}, ${t('alarms.ofGroup', { path: group })}` : label,
    limit: formatMb(limit),
    emails: readEmails(email).join(', '),
  })
}
