import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleTriggerKind } from '#domain/rules.ts'
import { holds, useSession } from '#web/lib/session.ts'
import type { DraftData } from '#web/shared/drafts/drafts.api.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { RuleFields } from './rule-fields.tsx'
import { TrialStep } from './rule-trial.tsx'
import { draftedRule, type RuleValues, ruleBodyOf, ruleProblemsOf, ruleValuesOf } from './rule-values.ts'
import type { RuleBody, RuleRow } from './rules.api.ts'

interface FormProps {
  /** undefined for a new one */
  readonly rule: RuleRow | undefined
  /** which a new one is made of */
  readonly draft?: DraftData
  /** what a new one waits for at first */
  readonly kind?: RuleTriggerKind
  /** filter of the list */
  readonly company: number | undefined
  onClose(): void
  /** in place of that, once it is saved */
  onSaved?(): void
}

/** Creates or edits a rule in two steps: what it is, and what it would have done. */
export function RuleForm({ rule, draft, kind, company, onClose, onSaved = onClose }: FormProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [body, setBody] = useState<RuleBody>()
  const [kept, setKept] = useState<RuleValues>(() => {
    const given = ruleValuesOf(draft ? draftedRule(draft) : rule, session.userEmail)
    // the operator's own company has no fleet
    const own = holds(session, 'wholePortal') ? undefined : session.clientId
    return { ...given, kind: kind ?? given.kind, company: given.company ?? company ?? own }
  })
  if (body) {
    return (
      <Dialog opened onClose={onClose} title={t('rules.trial.title')} fullOnPhone>
        <TrialStep
          body={body}
          ruleId={rule?.ruleId}
          draftId={draft?.draftId}
          onBack={() => setBody(undefined)}
          onDone={onSaved}
        />
      </Dialog>
    )
  }
  const take = (values: RuleValues) => {
    setKept(values)
    setBody(ruleBodyOf(values))
  }
  return <DefinitionStep rule={rule} draft={draft} initial={kept} onTaken={take} onClose={onClose} />
}

interface StepProps extends Pick<FormProps, 'rule' | 'onClose'> {
  readonly draft: DraftData | undefined
  readonly initial: RuleValues
  onTaken(values: RuleValues): void
}

function DefinitionStep({ rule, draft, initial, onTaken, onClose }: StepProps) {
  const { t } = useTranslation()
  const form = useEditForm<RuleValues, RuleValues, unknown>({
    initial,
    save: { isPending: false, error: null, mutate: onTaken },
    problemsOf: ruleProblemsOf,
    bodyOf: (values) => values,
    onClose,
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={rule ? t('rules.editOf', { name: rule.name }) : t(draft ? 'drafts.edit' : 'rules.form.newTitle')}
      fullOnPhone
    >
      <EditForm form={form} verb={t('rules.form.next')}>
        <RuleFields values={form.values} problems={form.problems} onValues={form.onValues} isNew={!rule && !draft} />
      </EditForm>
    </Dialog>
  )
}
