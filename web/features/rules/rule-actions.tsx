import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { RULE_OPERATION_WORDS } from '#contract/rules/rule-messages.ts'
import { RULE_EMAILS_MAX, RULE_OPERATIONS, type RuleOperation, ruleSubject } from '#domain/rules.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { plansToChangeToQuery } from '#web/shared/plans/plan-choices.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { checkField, choiceField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { TagsField } from '#web/ui/tags-field.tsx'
import styles from './acting-rules.module.css'
import type { RuleValues } from './rule-values.ts'

type Fields = EditedFields<RuleValues>

/** A field for addresses of mail. */
const ADDRESSES = { inputMode: 'email', autoComplete: 'off', spellCheck: false, maxLength: 3000 } as const

/** What a rule does beside the bell and the webhook. */
export function ActionFields(props: Fields) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <div className={styles.alone}>
        <Field
          label={t('rules.form.emails')}
          {...ADDRESSES}
          hint={t('rules.form.emailsHint', { count: RULE_EMAILS_MAX })}
          {...typedField(props, 'emails', 'actions.emails')}
        />
        <Field
          label={t('rules.form.chat')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          hint={t('rules.form.chatHint')}
          {...typedField(props, 'chat', 'actions.chat')}
        />
      </div>
      <EscalationFields {...props} />
      {holds(session, 'sims') && ruleSubject(props.values.kind) === 'sim' ? <SimActions {...props} /> : null}
    </>
  )
}

/** Minutes to choose from; a program may set others. */
const ESCALATIONS = ['5', '15', '30', '60', '240', '1440'] as const

function delayText(minutes: number): string {
  return minutes % 60 === 0
    ? i18next.t('rules.form.afterHours', { count: minutes / 60 })
    : i18next.t('rules.form.afterMinutes', { count: minutes })
}

/** Others who are written to when no one has acknowledged it. */
function EscalationFields(props: Fields) {
  const { t } = useTranslation()
  const { values } = props
  const minutes = new Set(values.escalateAfter === '' ? ESCALATIONS : [...ESCALATIONS, values.escalateAfter])
  return (
    <div className={styles.pair}>
      <ChoiceField label={t('rules.form.escalateAfter')} {...choiceField(props, 'escalateAfter')}>
        <option value="">{t('rules.form.noEscalation')}</option>
        {[...minutes].map((one) => (
          <option key={one} value={one}>
            {delayText(Number(one))}
          </option>
        ))}
      </ChoiceField>
      {values.escalateAfter === '' ? null : (
        <Field
          label={t('rules.form.escalateTo')}
          {...ADDRESSES}
          hint={t('rules.form.escalateHint')}
          {...typedField(props, 'escalateTo', 'actions.escalation.emails')}
        />
      )}
    </div>
  )
}

function useOfferedOperations(chosen: RuleOperation | ''): RuleOperation[] {
  const session = useSession()
  const mayHibernate = session.canHibernate === '1'
  const may: Partial<Record<RuleOperation, boolean>> = {
    hibernate: mayHibernate,
    reactivate: mayHibernate,
    plan: holds(session, 'plans'),
  }
  return RULE_OPERATIONS.filter((operation) => (may[operation] ?? true) || operation === chosen)
}

function SimActions(props: Fields) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
  const { data: tags = [] } = useQuery(tagsQuery)
  const offered = useOfferedOperations(values.operation)
  return (
    <div className={styles.pair}>
      <div>
        <ChoiceField label={t('rules.form.operation')} {...choiceField(props, 'operation', 'actions.operation')}>
          <option value="">{t('rules.form.noOperation')}</option>
          {offered.map((operation) => (
            <option key={operation} value={operation}>
              {sentence(RULE_OPERATION_WORDS[operation])}
            </option>
          ))}
        </ChoiceField>
        {values.operation === 'cutData' ? <p className={fieldStyles.hint}>{t('rules.form.cutHint')}</p> : null}
        {values.operation === '' ? null : (
          <CheckLine labelClass={styles.asks} {...checkField(props, 'asks')}>
            {t('rules.form.asks')}
          </CheckLine>
        )}
      </div>
      {values.operation === 'plan' ? <PlanField {...props} /> : null}
      {values.operation === 'sms' ? <MessageField {...props} /> : null}
      <TagsField
        label={t('rules.form.tag')}
        names={values.tag}
        known={tags.filter(({ companyId }) => companyId === values.company)}
        problem={problems['actions.tag']}
        onNames={(names) => onValues({ ...values, tag: names.slice(-1) })}
      />
    </div>
  )
}

/** The text that the SIM gets: commands for devices are one line. */
function MessageField(props: Fields) {
  const { t } = useTranslation()
  const { units, segments } = smsSegments(props.values.message)
  return (
    <Field
      label={t('rules.form.message')}
      autoComplete="off"
      maxLength={1530}
      hint={t('operations.segments', { units, count: segments })}
      {...typedField(props, 'message', 'actions.message')}
    />
  )
}

/** The plan that SIMs get, of those to which the person can change them. */
function PlanField(props: Fields) {
  const { t } = useTranslation()
  const { plan } = props.values
  const { admin } = useSession()
  const { data: plans = [], isLoading } = useQuery(plansToChangeToQuery(admin === '1'))
  const groups = Map.groupBy(plans, ({ provider, planTypeName }) => `${originLabel(provider)} · ${planTypeName}`)
  const isKnown = plan === '' || plans.some(({ planCode }) => planCode === plan)
  return (
    <ChoiceField label={t('rules.form.toPlan')} {...choiceField(props, 'plan', 'actions.plan')}>
      <option value="">{t(isLoading ? 'common.loading' : 'plans.choose')}</option>
      {isKnown ? null : <option value={plan}>{plan}</option>}
      {[...groups].map(([group, ofGroup]) => (
        <optgroup key={group} label={group}>
          {ofGroup.map(({ planCode, planName }) => (
            <option key={planCode} value={planCode}>
              {planName}
            </option>
          ))}
        </optgroup>
      ))}
    </ChoiceField>
  )
}
