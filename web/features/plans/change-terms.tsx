import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { PLAN_SENTENCES } from '#contract/plans/plan-messages.ts'
import { CallError } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { isTypedDay } from '#web/lib/typed-day.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './plan-dialogs.module.css'
import { changesOf, type TypedTerms, termProblemsOf, termsBodyOf, typedTermsOf } from './plan-values.ts'
import { type AgreedTerms, type PlanDetail, useChangeTerms } from './plans.api.ts'
import plansStyles from './plans.module.css'
import { TermsFields } from './terms-fields.tsx'
import { useTermWords } from './use-term-words.ts'

/** The terms of a cycle that begins on a day, without those from that same day: they are replaced. */
const termsBefore = ({ terms }: PlanDetail, day: string): AgreedTerms | undefined =>
  terms.find(({ from }) => from < day) ?? terms.at(-1)

/** Adds terms for future cycles: changes, affected SIMs, start. */
export function ChangeTerms({ plan, onDone }: { plan: PlanDetail; onDone: () => void }) {
  const { t } = useTranslation()
  const form = useForm(plan, onDone)
  const { from, typed, problems, changes, error, isPending } = form
  const fieldErrors = error instanceof CallError ? error.fields : {}
  return (
    <Form startsFocused isPending={isPending} onAttempt={form.submit}>
      <Field
        className={styles.from}
        label={t('plans.change.from')}
        type="date"
        value={from}
        min={plan.firstChange}
        problem={problems.from ?? fieldErrors.from}
        hint={t('plans.change.fromHint')}
        onChange={(event) => form.setFrom(event.currentTarget.value)}
      />
      <TermsFields typed={typed} problems={{ ...fieldErrors, ...problems }} currency={plan.currency} onTyped={form.setTyped} />
      <WhatChanges plan={plan} from={from} typed={typed} />
      <Failure error={Object.keys(fieldErrors).length > 0 ? null : error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button variant="primary" type="submit" blocked={isPending || changes.length === 0} aria-busy={isPending}>
          {isTypedDay(from) ? t('plans.change.button', { day: formatDate(from, 'UTC') }) : t('plans.change.open')}
        </Button>
      </div>
    </Form>
  )
}

function useForm(plan: PlanDetail, onDone: () => void) {
  const latest = plan.terms[0]
  const [from, setFrom] = useState(plan.firstMonth)
  const [typed, setTyped] = useState<TypedTerms>(() => typedTermsOf(latest ?? emptyTerms, plan.currency))
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, error, isPending } = useChangeTerms(plan.planId)
  const wrong = { ...termProblemsOf(typed, plan.currency), ...problemOfDay(from, plan) }
  const before = termsBefore(plan, from)
  const changes = before ? changesOf(before, typed, plan.currency) : []
  const submit = () => {
    setSubmitted(true)
    if (isPending || changes.length === 0 || Object.keys(wrong).length > 0) return
    mutate({ from, ...termsBodyOf(typed, plan.currency) }, { onSuccess: toastThen(onDone) })
  }
  const problems: Partial<typeof wrong> & { from?: string } = isSubmitted ? wrong : {}
  return { from, setFrom, typed, setTyped, problems, changes, submit, error, isPending }
}

const emptyTerms: AgreedTerms = {
  from: '1970-01-01',
  state: 'current',
  planPrice: 0,
  hibernationFee: 0,
  data: 0,
  sms: 0,
  voice: 0,
  overageUnit: 1,
  overagePrice: 0,
  smsPrice: 0,
  voicePrice: 0,
}

function problemOfDay(from: string, { firstChange }: PlanDetail): { from?: string } {
  if (!isTypedDay(from)) return { from: sentence(FIELD_SENTENCES.required) }
  return from < firstChange ? { from: sentence(PLAN_SENTENCES.tooEarly) } : {}
}

/** The changes, the affected SIMs and the start. */
function WhatChanges({ plan, from, typed }: { plan: PlanDetail; from: string; typed: TypedTerms }) {
  const { t } = useTranslation()
  const words = useTermWords(plan.currency)
  const reach = useAffected(plan, from)
  const before = termsBefore(plan, from)
  const body = termsBodyOf(typed, plan.currency)
  const changes = before ? changesOf(before, typed, plan.currency).filter((name) => !Number.isNaN(body[name])) : []
  return (
    <section className={styles.changes} aria-label={t('plans.change.what')}>
      <h3>{t('plans.change.what')}</h3>
      <div role="status">
        {changes.length === 0 || !before ? (
          <p className="text-secondary">{t('plans.change.nothing')}</p>
        ) : (
          <>
            <dl>
              {changes.map((name) => (
                <div key={name} className={`row ${plansStyles.apart}`}>
                  <dt className="text-secondary">{words.name(name)}</dt>
                  <dd className="tabular-numbers no-wrap">
                    <s className="text-tertiary">{words.value(name, before[name])}</s>{' '}
                    <span className="semibold">{words.value(name, body[name])}</span>
                  </dd>
                </div>
              ))}
            </dl>
            <p className="text-secondary">{reach}</p>
          </>
        )}
      </div>
    </section>
  )
}

function useAffected({ totalSims, companies }: PlanDetail, from: string): string {
  const { t } = useTranslation()
  const day = isTypedDay(from) ? formatDate(from, 'UTC') : '…'
  if (totalSims === 0) return t('plans.change.noSims', { day })
  const companiesText = t('plans.change.companies', { count: companies })
  return t('plans.change.reach', { count: totalSims, whom: companiesText, day })
}
