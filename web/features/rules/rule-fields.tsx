import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_TRIGGER_WORDS } from '#contract/rules/rule-messages.ts'
import {
  RULE_DIGESTS,
  RULE_NAME_MAX,
  RULE_PERIODS,
  RULE_TRIGGERS,
  type RulePeriod,
  type RuleTriggerKind,
  ruleSubject,
} from '#domain/rules.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { AreasField } from '#web/shared/locks/areas-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './acting-rules.module.css'
import { ActionFields } from './rule-actions.tsx'
import { ConditionFields, HoursField } from './rule-conditions.tsx'
import type { RuleValues } from './rule-values.ts'
import { ruleCompanyQuery } from './rules.api.ts'

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
      <Part title={t('rules.form.whenTitle')}>
        <TriggerFields {...props} />
      </Part>
      <Part title={t('rules.form.ifTitle')}>
        <ConditionFields {...props} />
      </Part>
      <Part title={t('rules.form.thenTitle')}>
        <ActionFields {...props} />
        {ruleSubject(values.kind) === 'sim' ? null : <p className="text-tertiary text-small">{t('rules.form.onlyNotifies')}</p>}
      </Part>
      <Part title={t('rules.form.limitsTitle')}>
        <LimitFields {...props} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

function TriggerFields(props: Fields) {
  const { t } = useTranslation()
  const { values, onValues } = props
  return (
    <div className={styles.pair}>
      <ChoiceField
        label={t('rules.form.kind')}
        value={values.kind}
        problem={undefined}
        onChoose={(kind) => onValues({ ...values, kind: kind as RuleTriggerKind })}
      >
        {RULE_TRIGGERS.map((kind) => (
          <option key={kind} value={kind}>
            {sentence(RULE_TRIGGER_WORDS[kind])}
          </option>
        ))}
      </ChoiceField>
      <TriggerFigure {...props} />
    </div>
  )
}

/** A figure, and the day or cycle in which it is reached. */
function SumField({ values, onValues, children }: Fields & { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      {children}
      <ChoiceField
        label={t('rules.form.per')}
        value={values.per}
        problem={undefined}
        onChoose={(per) => onValues({ ...values, per: per as RulePeriod })}
      >
        {RULE_PERIODS.map((per) => (
          <option key={per} value={per}>
            {t(`rules.form.${per}`)}
          </option>
        ))}
      </ChoiceField>
    </div>
  )
}

function TriggerFigure(props: Fields) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const
  switch (values.kind) {
    case 'data':
      return (
        <SumField {...props}>
          <Field
            label={t('rules.form.mb')}
            autoComplete="off"
            maxLength={20}
            hint={t('rules.form.mbHint')}
            {...typedField(props, 'mb', 'trigger.mb')}
          />
        </SumField>
      )
    case 'sms':
      return (
        <SumField {...props}>
          <Field label={t('rules.form.smsCount')} {...number} {...typedField(props, 'sms', 'trigger.count')} />
        </SumField>
      )
    case 'voice':
      return (
        <SumField {...props}>
          <Field label={t('rules.form.minutes')} {...number} {...typedField(props, 'minutes', 'trigger.minutes')} />
        </SumField>
      )
    case 'median':
    case 'smsMedian':
    case 'voiceMedian':
      return (
        <Field
          label={t('rules.form.times')}
          hint={t('rules.form.timesHint')}
          {...number}
          {...typedField(props, 'times', 'trigger.times')}
        />
      )
    case 'silence':
      return (
        <Field
          label={t('rules.form.hours')}
          hint={t('rules.form.hoursHint')}
          {...number}
          {...typedField(props, 'hours', 'trigger.hours')}
        />
      )
    case 'sessions':
      return <Field label={t('rules.form.count')} {...number} {...typedField(props, 'count', 'trigger.count')} />
    case 'stay':
      return (
        <Field
          label={t('rules.form.stayDays')}
          hint={t('rules.form.stayDaysHint')}
          {...number}
          {...typedField(props, 'days', 'trigger.days')}
        />
      )
    case 'pool':
      return (
        <Field
          label={t('rules.form.percent')}
          hint={t('rules.form.percentHint')}
          {...number}
          {...typedField(props, 'percent', 'trigger.percent')}
        />
      )
    case 'simCost':
    case 'companyCost':
      return <CostField {...props} />
    case 'first':
    case 'device':
      return <p className={`${styles.note} text-secondary`}>{t(`rules.form.${values.kind}Hint`)}</p>
    case 'place':
      return (
        <div>
          <ChoiceField
            label={t('rules.form.where')}
            value={values.where}
            problem={undefined}
            onChoose={(where) => onValues({ ...values, where: where === 'inside' ? 'inside' : 'outside' })}
          >
            <option value="outside">{t('rules.form.outside')}</option>
            <option value="inside">{t('rules.form.inside')}</option>
          </ChoiceField>
          <AreasField
            areas={values.areas}
            problem={problems['trigger.areas']}
            onAreas={(areas) => onValues({ ...values, areas })}
          />
        </div>
      )
  }
}

/** An amount in the company's currency. */
function CostField(props: Fields) {
  const { t } = useTranslation()
  const { values, onValues } = props
  const { data } = useQuery(ruleCompanyQuery(values.company))
  const { currency = '' } = data ?? {}
  useEffect(() => {
    if (currency !== '' && currency !== values.currency) onValues({ ...values, currency })
  })
  return (
    <Field
      label={t('rules.form.cost', { currency: values.currency || '…' })}
      hint={t(values.kind === 'simCost' ? 'rules.form.simCostHint' : 'rules.form.companyCostHint')}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      {...typedField(props, 'cost', 'trigger.minor')}
    />
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
