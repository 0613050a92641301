import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ALARM_NAME_MAX } from '#domain/alarms.ts'
import { formatMb } from '#web/lib/format.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { companyPlansQuery } from '#web/shared/plans/company-plans.api.ts'
import { CheckWithHint } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { checkField, choiceField, type EditedFields, typedField } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './alarm-form.module.css'
import { type AlarmValues, parsedLimit } from './alarm-values.ts'
import { MailsField } from './mails-field.tsx'

type Fields = EditedFields<AlarmValues>

interface AlarmFieldsProps extends Fields {
  /** a draft is of its company alone */
  readonly isOfDraft: boolean
}

/** The fields of an alarm, without whether it is active: scope, limit, action, recipients and name. The focus begins at the first one that is not given. */
export function AlarmFields(props: AlarmFieldsProps) {
  const { t } = useTranslation()
  const { values, problems, onValues, isOfDraft } = props
  return (
    <>
      {isOfDraft ? null : (
        <div className={styles.pair}>
          <CompanyField
            company={values.company}
            problem={problems.company}
            isAutoFocused={values.company === undefined}
            onChoose={({ id }) => onValues({ ...values, company: id, plan: '', group: '' })}
          />
        </div>
      )}
      <div className={styles.pair}>
        <PlanField {...props} />
        <GroupChoice {...props} />
      </div>
      <div className={styles.fields}>
        <LimitField {...props} />
        <CheckWithHint labelClass={styles.check} hint={t('alarms.form.cutsHint')} {...checkField(props, 'cuts')}>
          {t('alarms.form.cuts')}
        </CheckWithHint>
        <MailsField mails={values} problem={problems.email} onMails={(mails) => onValues({ ...values, ...mails })} />
        <Field label={t('alarms.form.name')} autoComplete="off" maxLength={ALARM_NAME_MAX} {...typedField(props, 'name')} />
      </div>
    </>
  )
}

function PlanField(props: Fields) {
  const { t } = useTranslation()
  const { values } = props
  const { data: plans } = useQuery(companyPlansQuery(values.company))
  const all = plans?.reduce((sum, { sims }) => sum + sims, 0) ?? 0
  return (
    <ChoiceField label={t('alarms.form.plan')} disabled={values.company === undefined} {...choiceField(props, 'plan')}>
      <option value="">
        {values.company === undefined ? t('alarms.form.planFirst') : t('alarms.form.allPlans', { count: all })}
      </option>
      {plans?.map(({ plan, planName, dataMb, sims }) => (
        <option key={plan} value={plan}>
          {t('alarms.form.onePlan', { name: planName, mb: formatMb(dataMb), count: sims })}
        </option>
      ))}
    </ChoiceField>
  )
}

/** The group whose SIMs it watches, where their company has groups. */
function GroupChoice(props: Fields) {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(groupsQuery)
  const own = groups.filter(({ companyId }) => companyId === props.values.company)
  if (own.length === 0) return null
  return (
    <ChoiceField label={t('sims.field.group')} {...choiceField(props, 'group')}>
      <option value="">{t('alarms.form.allGroups')}</option>
      {own.map(({ groupId, path }) => (
        <option key={groupId} value={path}>
          {path}
        </option>
      ))}
    </ChoiceField>
  )
}

function LimitField(props: Fields) {
  const { t } = useTranslation()
  const { values, onValues } = props
  const use = (mb: number) => onValues({ ...values, limit: String(mb) })
  const { data: plans } = useQuery(companyPlansQuery(values.company))
  const plan = plans?.find((one) => one.plan === values.plan)
  const planHas = plan && plan.dataMb > 0 ? t('alarms.form.planHas', { mb: formatMb(plan.dataMb) }) : undefined
  const parsed = parsedLimit(values.limit)
  const hint = parsed ?? (planHas ? undefined : t('alarms.form.limitHint'))
  return (
    <Field
      label={t('alarms.form.limit')}
      inputMode="text"
      autoComplete="off"
      data-autofocus={values.company === undefined ? undefined : true}
      maxLength={20}
      beside={
        plan && planHas ? (
          <button type="button" className={`text-button underlined text-small ${styles.use}`} onClick={() => use(plan.dataMb)}>
            {t('alarms.form.usePlan', { mb: formatMb(plan.dataMb) })}
          </button>
        ) : null
      }
      hint={[hint, planHas].filter(Boolean).join('. ')}
      aside={/[a-z]/i.test(values.limit) ? null : <span className="text-tertiary">MB</span>}
      {...typedField(props, 'limit')}
    />
  )
}

/** Whether the alarm is active, among the buttons of the form: always in view. */
export function ActiveField({ values, onValues }: Pick<Fields, 'values' | 'onValues'>) {
  const { t } = useTranslation()
  const { active } = values
  return (
    <div className={`row ${styles.active}`}>
      <Switch on={active} label={t('alarms.form.active')} onToggle={() => onValues({ ...values, active: !active })}>
        <span className="medium">{t('alarms.form.active')}</span>
      </Switch>
      {active ? null : <p className="text-tertiary text-small">{t('alarms.form.activeHint')}</p>}
    </div>
  )
}
