import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_TRIGGER_WORDS } from '#contract/rules/rule-messages.ts'
import type { AnomalyKind } from '#domain/anomalies.ts'
import {
  MODEL_ANOMALIES,
  RULE_PERIODS,
  RULE_TRIGGERS,
  type RulePeriod,
  type RuleTriggerKind,
  SIM_ANOMALIES,
} from '#domain/rules.ts'
import { sentence } from '#web/lib/sentence.ts'
import { AreasField } from '#web/shared/locks/areas-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './acting-rules.module.css'
import type { RuleValues } from './rule-values.ts'
import { ruleCompanyQuery } from './rules.api.ts'

type Fields = EditedFields<RuleValues>

/** What a rule waits for, with its figure. */
export function TriggerFields(props: Fields) {
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
            aside={/[a-z]/i.test(values.mb) ? null : <span className="text-tertiary">MB</span>}
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
    case 'anomaly':
      return (
        <AnomalyField
          label={t('rules.form.ofSims')}
          hint={t('rules.form.anomalyHint')}
          kinds={SIM_ANOMALIES}
          kind={values.ofSims}
          onKind={(ofSims) => onValues({ ...values, ofSims })}
        />
      )
    case 'modelAnomaly':
      return (
        <AnomalyField
          label={t('rules.form.ofModels')}
          hint={t('rules.form.modelAnomalyHint')}
          kinds={MODEL_ANOMALIES}
          kind={values.ofModels}
          onKind={(ofModels) => onValues({ ...values, ofModels })}
        />
      )
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

interface AnomalyFieldProps<Kind> {
  readonly label: string
  readonly hint: string
  readonly kinds: readonly Kind[]
  readonly kind: Kind
  onKind(kind: Kind): void
}

/** Of which anomalies, and when they are found. */
function AnomalyField<Kind extends 'any' | AnomalyKind>({ label, hint, kinds, kind, onKind }: AnomalyFieldProps<Kind>) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      label={label}
      hint={hint}
      value={kind}
      problem={undefined}
      onChoose={(chosen) => onKind(kinds.find((one) => one === chosen) ?? kind)}
    >
      {kinds.map((one) => (
        <option key={one} value={one}>
          {t(`rules.form.anomalies.${one as 'any' | AnomalyKind}`)}
        </option>
      ))}
    </ChoiceField>
  )
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
