import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleTriggerKind } from '#domain/rules.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { RuleFields } from './rule-fields.tsx'
import { TrialStep } from './rule-trial.tsx'
import { type RuleValues, ruleBodyOf, ruleProblemsOf, ruleValuesOf } from './rule-values.ts'
import type { RuleBody, RuleRow } from './rules.api.ts'

interface FormProps {
  /** undefined for a new one */
  readonly rule: RuleRow | undefined
  /** what a new one waits for at first */
  readonly kind?: RuleTriggerKind
  /** filter of the list */
  readonly company: number | undefined
  onClose(): void
}

/** Creates or edits a rule in two steps: what it is, and what it would have done. */
export function RuleForm({ rule, kind, company, onClose }: FormProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [body, setBody] = useState<RuleBody>()
  const [kept, setKept] = useState<RuleValues>(() => {
    const given = ruleValuesOf(rule, session.userEmail)
    // the operator's own company has no fleet
    const own = holds(session, 'wholePortal') ? undefined : session.clientId
    return { ...given, kind: kind ?? given.kind, company: given.company ?? company ?? own }
  })
  if (body) {
    return (
      <Dialog opened onClose={onClose} title={t('rules.trial.title')} fullOnPhone>
        <TrialStep body={body} ruleId={rule?.ruleId} onBack={() => setBody(undefined)} onDone={onClose} />
      </Dialog>
    )
  }
  const take = (values: RuleValues) => {
    setKept(values)
    setBody(ruleBodyOf(values))
  }
  return <DefinitionStep rule={rule} initial={kept} onTaken={take} onClose={onClose} />
}

interface StepProps extends Omit<FormProps, 'company' | 'kind'> {
  readonly initial: RuleValues
  onTaken(values: RuleValues): void
}

function DefinitionStep({ rule, initial, onTaken, onClose }: StepProps) {
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
      title={rule ? t('rules.editOf', { name: rule.name }) : t('rules.form.newTitle')}
      fullOnPhone
    >
      <EditForm form={form} verb={t('rules.form.next')}>
        <RuleFields values={form.values} problems={form.problems} onValues={form.onValues} isNew={!rule} />
      </EditForm>
    </Dialog>
  )
}
