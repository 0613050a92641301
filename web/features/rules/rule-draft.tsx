import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleDefinition } from '#domain/rules.ts'
import { DraftAnswers, DraftDialog } from '#web/shared/drafts/draft-dialog.tsx'
import type { DraftData } from '#web/shared/drafts/drafts.api.ts'
import { usePlanName } from '#web/shared/plans/plan-choices.api.ts'
import { Facts } from '#web/ui/facts.tsx'
import styles from './acting-rules.module.css'
import { RuleForm } from './rule-form.tsx'
import { actionTexts, conditionTexts, inOneSentence, limitTexts, triggerText, withoutConditionsText } from './rule-text.ts'
import { RuleTrialPart } from './rule-trial.tsx'
import { type RuleBody, ruleTrialQuery } from './rules.api.ts'

/** A rule that a program prepared: what it says, what it would have done, and the answers; or the form of it. */
export function RuleDraft({ draftId, onClose }: { draftId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<DraftData>()
  if (edited) {
    const back = () => setEdited(undefined)
    return <RuleForm rule={undefined} draft={edited} company={edited.company} onClose={back} onSaved={onClose} />
  }
  return (
    <DraftDialog draftId={draftId} title={t('rules.draft.title')} onClose={onClose}>
      {(draft) => <DraftedRule draft={draft} onEdit={() => setEdited(draft)} onClose={onClose} />}
    </DraftDialog>
  )
}

interface DraftedProps {
  readonly draft: DraftData
  onEdit(): void
  onClose(): void
}

function DraftedRule({ draft, onEdit, onClose }: DraftedProps) {
  const { t } = useTranslation()
  // the server wrote it by the schema of the call
  const body = draft.body as unknown as RuleBody
  const trial = useQuery(ruleTrialQuery(body, undefined))
  return (
    <>
      <RuleInWords name={body.name} companyName={draft.companyName} rule={body as unknown as RuleDefinition} />
      <h3>{t('rules.trial.title')}</h3>
      <RuleTrialPart body={body} trial={trial} />
      <DraftAnswers
        draftId={draft.draftId}
        confirmLabel={t('rules.draft.confirm')}
        isBlocked={!trial.data}
        onEdit={onEdit}
        onDone={onClose}
      />
    </>
  )
}

interface InWordsProps {
  readonly name: string
  readonly companyName: string
  readonly rule: RuleDefinition
}

/** The whole rule in words: each address and each text, for a person who did not write it. */
function RuleInWords({ name, companyName, rule: { trigger, conditions, actions, limits } }: InWordsProps) {
  const { t } = useTranslation()
  const planName = usePlanName(actions.operation === 'plan' || conditions.plans.length > 0)
  return (
    <Facts
      className={styles.words}
      facts={[
        { name: t('rules.form.name'), value: `${name} · ${companyName}` },
        { name: t('rules.form.whenTitle'), value: triggerText(trigger, Number.POSITIVE_INFINITY) },
        {
          name: t('rules.form.ifTitle'),
          value: inOneSentence(conditionTexts(conditions, planName)) || withoutConditionsText(trigger.kind),
        },
        { name: t('rules.form.thenTitle'), value: inOneSentence(actionTexts(actions, planName)) },
        { name: t('rules.form.limitsTitle'), value: inOneSentence(limitTexts(limits)) },
      ]}
    />
  )
}
