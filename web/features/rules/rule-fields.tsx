import { useTranslation } from 'react-i18next'
import { RULE_DIGESTS, RULE_NAME_MAX, ruleSubject } from '#domain/rules.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormPart } from '#web/ui/form-part.tsx'
import styles from './acting-rules.module.css'
import { ActionFields } from './rule-actions.tsx'
import { Conditions, HoursField } from './rule-conditions.tsx'
import { TriggerFields } from './rule-trigger.tsx'
import type { RuleValues } from './rule-values.ts'

type Fields = EditedFields<RuleValues>

/** When … if … then …, and how often. */
export function RuleFields(props: Fields & { readonly isNew: boolean }) {
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
