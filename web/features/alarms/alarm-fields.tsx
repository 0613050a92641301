import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ALARM_NAME_MAX } from '#domain/alarms.ts'
import { formatMb } from '#web/lib/format.ts'
import { CompanyField } from '#web/shared/companies/company-finder.tsx'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './alarm-form.module.css'
import { type AlarmProblems, type AlarmValues, parsedLimit } from './alarm-values.ts'
import { alarmPlansQuery } from './alarms.api.ts'
import { MailsField } from './mails-field.tsx'

interface FieldsProps {
  readonly values: AlarmValues
  readonly problems: AlarmProblems
  onValues(values: AlarmValues): void
}

interface AlarmFieldsProps extends FieldsProps {
  /** a draft is of its company alone */
  readonly isOfDraft: boolean
}

/** The fields of an alarm: name, scope, limit, recipients and action. */
export function AlarmFields({ values, problems, onValues, isOfDraft }: AlarmFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field
        label={t('alarms.form.name')}
        value={values.name}
        autoComplete="off"
        data-autofocus
        maxLength={ALARM_NAME_MAX}
        problem={problems.name}
        onChange={(event) => onValues({ ...values, name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        {isOfDraft ? null : (
          <CompanyField
            company={values.company}
            problem={problems.company}
            onChoose={({ id }) => onValues({ ...values, company: id, plan: '', group: '' })}
          />
        )}
        <PlanField values={values} problems={problems} onValues={onValues} />
      </div>
      <GroupChoice values={values} problems={problems} onValues={onValues} />
      <div className={styles.fields}>
        <LimitField values={values} problems={problems} onValues={onValues} />
        <MailsField mails={values} problem={problems.email} onMails={(mails) => onValues({ ...values, ...mails })} />
        <Switches values={values} problems={problems} onValues={onValues} />
      </div>
    </>
  )
}

function PlanField({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const { data: plans } = useQuery(alarmPlansQuery(values.company))
  const all = plans?.reduce((sum, { sims }) => sum + sims, 0) ?? 0
  return (
    <ChoiceField
      label={t('alarms.form.plan')}
      value={values.plan}
      problem={problems.plan}
      disabled={values.company === undefined}
      onChoose={(plan) => onValues({ ...values, plan })}
    >
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
function GroupChoice({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(groupsQuery)
  const own = groups.filter(({ companyId }) => companyId === values.company)
  if (own.length === 0) return null
  return (
    <ChoiceField
      label={t('sims.field.group')}
      value={values.group}
      problem={problems.group}
      onChoose={(group) => onValues({ ...values, group })}
    >
      <option value="">{t('alarms.form.allGroups')}</option>
      {own.map(({ groupId, path }) => (
        <option key={groupId} value={path}>
          {path}
        </option>
      ))}
    </ChoiceField>
  )
}

function LimitField({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const { data: plans } = useQuery(alarmPlansQuery(values.company))
  const plan = plans?.find((one) => one.plan === values.plan)
  const planHas = plan && plan.dataMb > 0 ? t('alarms.form.planHas', { mb: formatMb(plan.dataMb) }) : undefined
  const parsed = parsedLimit(values.limit)
  const hint = parsed ?? (planHas ? undefined : t('alarms.form.limitHint'))
  return (
    <Field
      label={t('alarms.form.limit')}
      value={values.limit}
      inputMode="text"
      autoComplete="off"
      maxLength={20}
      problem={problems.limit}
      hint={[hint, planHas].filter(Boolean).join('. ')}
      aside={/[a-z]/i.test(values.limit) ? null : <span className="text-tertiary">MB</span>}
      onChange={(event) => onValues({ ...values, limit: event.currentTarget.value })}
    />
  )
}

function Switches({ values, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const { cuts, active } = values
  return (
    <>
      <CheckLine
        labelClass={styles.check}
        checked={cuts}
        onChange={(event) => onValues({ ...values, cuts: event.currentTarget.checked })}
      >
        <span>
          <span className="medium">{t('alarms.form.cuts')}</span>
          <span className="text-tertiary text-small">{t('alarms.form.cutsHint')}</span>
        </span>
      </CheckLine>
      <div className={styles.switch}>
        <Switch on={active} label={t('alarms.form.active')} onToggle={() => onValues({ ...values, active: !active })}>
          <span className="medium">{t('alarms.form.active')}</span>
        </Switch>
        <p className="text-tertiary text-small">{t('alarms.form.activeHint')}</p>
      </div>
    </>
  )
}
