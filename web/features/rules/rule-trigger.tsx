import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { RULE_TRIGGER_WORDS } from '#contract/rules/rule-messages.ts'
import type { AnomalyKind } from '#domain/anomalies.ts'
import { MODEL_ANOMALIES, RULE_PERIODS, RULE_TRIGGERS, SIM_ANOMALIES } from '#domain/rules.ts'
import { sentence } from '#web/lib/sentence.ts'
import { AreasField } from '#web/shared/locks/areas-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { choiceField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './acting-rules.module.css'
import type { RuleValues } from './rule-values.ts'
import { ruleCompanyQuery } from './rules.api.ts'

type Fields = EditedFields<RuleValues>

/** What a rule waits for, with its figure. */
export function TriggerFields(props: Fields) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <ChoiceField label={t('rules.form.kind')} {...choiceField(props, 'kind')}>
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
function SumField({ children, ...props }: Fields & { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      {children}
      <ChoiceField label={t('rules.form.per')} {...choiceField(props, 'per')}>
        {RULE_PERIODS.map((per) => (
          <option key={per} value={per}>
            {t(`rules.form.${per}`)}
          </option>
        ))}
      </ChoiceField>
    </div>
  )
}

interface NumberFieldProps extends Fields {
  readonly label: string
  readonly hint?: string
  readonly name: keyof RuleValues
  /** the trigger's name of it, where that is another */
  readonly refusedAs?: string
}

/** A whole number of what a rule waits for. */
function NumberField({ label, hint, name, refusedAs = name, ...props }: NumberFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      {...typedField(props, name, `trigger.${refusedAs}`)}
    />
  )
}

function TriggerFigure(props: Fields) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
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
          <NumberField {...props} label={t('rules.form.smsCount')} name="sms" refusedAs="count" />
        </SumField>
      )
    case 'voice':
      return (
        <SumField {...props}>
          <NumberField {...props} label={t('rules.form.minutes')} name="minutes" />
        </SumField>
      )
    case 'median':
    case 'smsMedian':
    case 'voiceMedian':
      return <NumberField {...props} label={t('rules.form.times')} name="times" hint={t('rules.form.timesHint')} />
    case 'silence':
      return <NumberField {...props} label={t('rules.form.hours')} name="hours" hint={t('rules.form.hoursHint')} />
    case 'sessions':
      return <NumberField {...props} label={t('rules.form.count')} name="count" />
    case 'stay':
      return <NumberField {...props} label={t('rules.form.stayDays')} name="days" hint={t('rules.form.stayDaysHint')} />
    case 'pool':
      return <NumberField {...props} label={t('rules.form.percent')} name="percent" hint={t('rules.form.percentHint')} />
    case 'simCost':
    case 'companyCost':
      return <CostField {...props} />
    case 'anomaly':
      return <AnomalyField {...props} name="ofSims" kinds={SIM_ANOMALIES} hint={t('rules.form.anomalyHint')} />
    case 'modelAnomaly':
      return <AnomalyField {...props} name="ofModels" kinds={MODEL_ANOMALIES} hint={t('rules.form.modelAnomalyHint')} />
    case 'first':
    case 'device':
      return <p className={`${styles.note} text-secondary`}>{t(`rules.form.${values.kind}Hint`)}</p>
    case 'place':
      return (
        <div>
          <ChoiceField label={t('rules.form.where')} {...choiceField(props, 'where')}>
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

interface AnomalyFieldProps extends Fields {
  readonly name: 'ofSims' | 'ofModels'
  readonly kinds: readonly ('any' | AnomalyKind)[]
  readonly hint: string
}

/** Of which anomalies, and when they are found. */
function AnomalyField({ name, kinds, hint, ...props }: AnomalyFieldProps) {
  const { t } = useTranslation()
  return (
    <ChoiceField label={t(`rules.form.${name}`)} hint={hint} {...choiceField(props, name)}>
      {kinds.map((one) => (
        <option key={one} value={one}>
          {t(`rules.form.anomalies.${one}`)}
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
