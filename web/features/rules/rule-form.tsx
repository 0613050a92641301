import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_DIGESTS, RULE_NAME_MAX, type RuleTriggerKind, ruleSubject } from '#domain/rules.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import type { DraftData } from '#web/shared/drafts/drafts.api.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type EditedFields, EditForm, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import styles from './acting-rules.module.css'
import { ActionFields } from './rule-actions.tsx'
import { Conditions, HoursField } from './rule-conditions.tsx'
import { TrialStep } from './rule-trial.tsx'
import { TriggerFields } from './rule-trigger.tsx'
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

type Fields = EditedFields<RuleValues>

/** When … if … then …, and how often. */
function RuleFields(props: Fields & { readonly isNew: boolean }) {
  const { t } = useTranslation()
  const { values, problems, onValues, isNew } = props
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t('rules.form.name')}
          autoComplete="off"
          data-autofocus
          maxLength={RULE_NAME_MAX}
          {...typedField(props, 'name')}
        />
        {isNew ? (
          <CompanyField
            company={values.company}
            problem={problems.company}
            onChoose={({ id }) => onValues({ ...values, company: id, plans: [], groups: [], tags: [] })}
          />
        ) : null}
      </div>
      <FormPart title={t('rules.form.whenTitle')}>
        <TriggerFields {...props} />
      </FormPart>
      <FormPart title={t('rules.form.ifTitle')}>
        <Conditions {...props} />
      </FormPart>
      <FormPart title={t('rules.form.thenTitle')}>
        <ActionFields {...props} />
        {ruleSubject(values.kind) === 'sim' ? null : <p className="text-tertiary text-small">{t('rules.form.onlyNotifies')}</p>}
      </FormPart>
      <FormPart title={t('rules.form.limitsTitle')}>
        <LimitFields {...props} />
      </FormPart>
    </>
  )
}

function LimitFields(props: Fields) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
  return (
    <div className={styles.pair}>
      <Field
        label={t(ruleSubject(values.kind) === 'sim' ? 'rules.form.everyHours' : 'rules.form.atMostEvery')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        hint={t('rules.form.everyHoursHint')}
        {...typedField(props, 'everyHours', 'limits.everyHours')}
      />
      <HoursField
        label={t('rules.form.quiet')}
        none={t('rules.form.never')}
        hours={values.quiet}
        usual={{ from: 22, to: 7 }}
        problem={problems['limits.quiet']}
        onHours={(quiet) => onValues({ ...values, quiet })}
      />
      <ChoiceField
        label={t('rules.form.digest')}
        value={String(values.digest)}
        problem={undefined}
        onChoose={(digest) =>
          onValues({ ...values, digest: RULE_DIGESTS.find((one) => String(one) === digest) ?? values.digest })
        }
      >
        {RULE_DIGESTS.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t(`rules.form.digest${minutes}`)}
          </option>
        ))}
      </ChoiceField>
    </div>
  )
}
