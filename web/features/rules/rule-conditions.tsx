import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import { type RuleHours, ruleSubject } from '#domain/rules.ts'
import { ADMINISTRATIVE_STATUS, administrativeStatusName } from '#domain/sim-status.ts'
import { language } from '#web/lib/preferences.ts'
import { groupsQuery } from '#web/shared/groups/groups.api.ts'
import { companyPlansQuery } from '#web/shared/plans/company-plans.api.ts'
import { usePlanName } from '#web/shared/plans/plan-choices.api.ts'
import { tagsQuery } from '#web/shared/tags/tags.api.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { EditedFields } from '#web/ui/edit-form.tsx'
import { TagsField } from '#web/ui/tags-field.tsx'
import styles from './acting-rules.module.css'
import { conditionTexts, HOURS, inOneSentence, withoutConditionsText } from './rule-text.ts'
import { conditionsOf, type RuleValues } from './rule-values.ts'
import { ruleCompanyQuery } from './rules.api.ts'

interface OneOfProps {
  readonly label: string
  /** the first option: no restriction */
  readonly any: string
  readonly chosen: readonly string[]
  readonly options: readonly { readonly value: string; readonly name: string }[]
  readonly problem?: string | undefined
  onChosen(chosen: string[]): void
}

/** One value or none; several that a program has set stay until another one is chosen. */
function OneOf({ label, any, chosen, options, problem, onChosen }: OneOfProps) {
  const { t } = useTranslation()
  const [only, ...others] = chosen
  const several = others.length > 0
  const known = only === undefined || several || options.some(({ value }) => value === only)
  return (
    <ChoiceField
      label={label}
      value={several ? '*' : (only ?? '')}
      problem={problem}
      onChoose={(value) => (value === '*' ? undefined : onChosen(value === '' ? [] : [value]))}
    >
      <option value="">{any}</option>
      {several ? <option value="*">{t('rules.form.several', { count: chosen.length })}</option> : null}
      {known ? null : <option value={only}>{only}</option>}
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </ChoiceField>
  )
}

const statusOptions = () =>
  Object.values(ADMINISTRATIVE_STATUS).flatMap((status) => {
    const name = administrativeStatusName(status)
    return name ? [{ value: String(status), name: STATUS_WORDS[language.get()][name] }] : []
  })

/** Whether days are all of these, in any order. */
const WEEKDAYS = { everyDay: [], workdays: [1, 2, 3, 4, 5], weekend: [6, 7] } as const

/** For which SIMs, or pools, a rule is, and when it acts: a sentence, and below it the fields, folded while a rule has no conditions. */
export function Conditions(props: EditedFields<RuleValues>) {
  const { t } = useTranslation()
  const { values, problems } = props
  const planName = usePlanName(values.plans.length > 0)
  const said = inOneSentence(conditionTexts(conditionsOf(values), planName))
  const [isOpen, setOpen] = useState(said !== '')
  const [shown, setShown] = useState(problems)
  if (problems !== shown) {
    setShown(problems)
    if (Object.keys(problems).some((field) => field.startsWith('conditions.') && problems[field])) setOpen(true)
  }
  return (
    <Disclosure
      className={styles.conditions}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      summary={
        <>
          <span className="text-secondary">{said || withoutConditionsText(values.kind)}</span>
          <span className={styles.change}>{t('rules.form.change')}</span>
        </>
      }
    >
      <ConditionFields {...props} />
    </Disclosure>
  )
}

function ConditionFields(props: EditedFields<RuleValues>) {
  const { t } = useTranslation()
  const { values, problems, onValues } = props
  const subject = ruleSubject(values.kind)
  const days = Object.entries(WEEKDAYS).find(([, list]) => list.join() === [...values.weekdays].sort().join())?.[0]
  return (
    <>
      {subject === 'sim' ? <SimConditions {...props} /> : null}
      {subject === 'pool' ? <PoolCondition {...props} /> : null}
      <div className={styles.pair}>
        <ChoiceField
          label={t('rules.form.weekdays')}
          value={days ?? '*'}
          problem={undefined}
          onChoose={(choice) =>
            choice in WEEKDAYS ? onValues({ ...values, weekdays: WEEKDAYS[choice as keyof typeof WEEKDAYS] }) : undefined
          }
        >
          <option value="everyDay">{t('rules.form.everyDay')}</option>
          <option value="workdays">{t('rules.form.workdays')}</option>
          <option value="weekend">{t('rules.form.weekend')}</option>
          {days ? null : <option value="*">{t('rules.form.several', { count: values.weekdays.length })}</option>}
        </ChoiceField>
        <HoursField
          label={t('rules.form.activeHours')}
          none={t('rules.form.allDay')}
          hours={values.activeHours}
          usual={{ from: 8, to: 18 }}
          problem={problems['conditions.hours']}
          onHours={(activeHours) => onValues({ ...values, activeHours })}
        />
      </div>
    </>
  )
}

function PoolCondition({ values, problems, onValues }: EditedFields<RuleValues>) {
  const { t } = useTranslation()
  const { data } = useQuery(ruleCompanyQuery(values.company))
  return (
    <div className={styles.pair}>
      <OneOf
        label={t('rules.form.poolPlan')}
        any={t('rules.form.anyPool')}
        chosen={values.plans}
        problem={problems['conditions.plans']}
        options={(data?.pools ?? []).map(({ plan, planName }) => ({ value: plan, name: planName }))}
        onChosen={(chosen) => onValues({ ...values, plans: chosen })}
      />
    </div>
  )
}

function SimConditions({ values, problems, onValues }: EditedFields<RuleValues>) {
  const { t } = useTranslation()
  const { data: plans = [] } = useQuery(companyPlansQuery(values.company))
  const { data: groups = [] } = useQuery(groupsQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const ownGroups = groups.filter(({ companyId }) => companyId === values.company)
  return (
    <>
      <div className={styles.thirds}>
        <OneOf
          label={t('rules.form.plan')}
          any={t('rules.form.anyPlan')}
          chosen={values.plans}
          problem={problems['conditions.plans']}
          options={plans.map(({ plan, planName }) => ({ value: plan, name: planName }))}
          onChosen={(chosen) => onValues({ ...values, plans: chosen })}
        />
        <OneOf
          label={t('rules.form.group')}
          any={t('rules.form.anyGroup')}
          chosen={values.groups}
          problem={problems['conditions.groups']}
          options={ownGroups.map(({ path }) => ({ value: path, name: path }))}
          onChosen={(chosen) => onValues({ ...values, groups: chosen })}
        />
        <OneOf
          label={t('rules.form.status')}
          any={t('rules.form.anyStatus')}
          chosen={values.statuses.map(String)}
          options={statusOptions()}
          onChosen={(chosen) => onValues({ ...values, statuses: chosen.map(Number) })}
        />
      </div>
      <TagsField
        label={t('rules.form.tags')}
        names={values.tags}
        known={tags.filter(({ companyId }) => companyId === values.company)}
        takesNew={false}
        problem={problems['conditions.tags']}
        onNames={(names) => onValues({ ...values, tags: names })}
      />
    </>
  )
}

interface HoursFieldProps {
  readonly label: string
  /** without hours */
  readonly none: string
  readonly hours: RuleHours | null
  /** hours to begin with */
  readonly usual: RuleHours
  readonly problem: string | undefined
  onHours(hours: RuleHours | null): void
}

/** Two hours of the day, or none. */
export function HoursField({ label, none, hours, usual, problem, onHours }: HoursFieldProps) {
  const { t } = useTranslation()
  const options = HOURS.map(({ hour, text }) => (
    <option key={hour} value={hour}>
      {text}
    </option>
  ))
  return (
    <div className={styles.pair}>
      <ChoiceField
        label={label}
        value={hours ? String(hours.from) : ''}
        problem={problem}
        onChoose={(from) => onHours(from === '' ? null : { to: hours?.to ?? usual.to, from: Number(from) })}
      >
        <option value="">{none}</option>
        {options}
      </ChoiceField>
      {hours ? (
        <ChoiceField
          label={t('rules.form.to')}
          value={String(hours.to)}
          problem={undefined}
          onChoose={(to) => onHours({ ...hours, to: Number(to) })}
        >
          {options}
        </ChoiceField>
      ) : null}
    </div>
  )
}
