import { IconFileInvoice, IconReplace } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { isStay } from '#domain/minimum-stay.ts'
import { planTotalMinor } from '#domain/plans.ts'
import { CallError } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { operationRequest } from '#web/shared/operations/operation-request.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditInPlace } from '#web/ui/edit-in-place.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextWithParts } from '#web/ui/text-with-parts.tsx'
import { ChangeTerms } from './change-terms.tsx'
import styles from './plan-dialogs.module.css'
import { PlanSims } from './plan-sims.tsx'
import { monthsOf } from './plan-values.ts'
import { type AgreedTerms, type PlanBody, type PlanDetail, planQuery, useChangePlan, useWithdrawTerms } from './plans.api.ts'
import { TermsTable } from './terms-table.tsx'
import { useTermWords } from './use-term-words.ts'

/** A plan with all its terms; administrators edit it here. */
export function PlanDialog({ planId, onClose }: { planId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [step, setStep] = useState<'read' | 'change' | 'back'>('read')
  const isChanging = step === 'change'
  const { data: plan, error, refetch } = useQuery(planQuery(planId))
  const title = plan?.planName ?? t('plans.plan')
  const isAdmin = holds(useSession(), 'wholePortal')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        // while the plan loads, the button that closes would be the first to get the focus
        <span className={styles.title} tabIndex={-1} data-autofocus>
          {isChanging ? t('plans.change.title', { plan: title }) : plan && isAdmin ? <PlanName plan={plan} /> : title}
          {plan ? <span className={`${styles.code} text-tertiary text-small`}> {plan.planCode}</span> : null}
        </span>
      }
      fullOnPhone
    >
      {plan && isChanging ? (
        <ChangeTerms plan={plan} onDone={() => setStep('back')} />
      ) : plan ? (
        <Details plan={plan} isBack={step === 'back'} onChange={() => setStep('change')} onClose={onClose} />
      ) : error instanceof CallError && error.code === 'not_found' ? (
        <EmptyState Icon={IconFileInvoice} title={error.message} />
      ) : error ? (
        <ErrorState title={t('plans.planFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting} aria-busy="true">
          {[80, 60, 90, 70].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

interface DetailsProps {
  readonly plan: PlanDetail
  /** back from the form, which had the focus */
  readonly isBack: boolean
  onChange(): void
  onClose(): void
}

function Details({ plan, isBack, onChange, onClose }: DetailsProps) {
  const { t } = useTranslation()
  const session = useSession()
  const isAdmin = holds(session, 'wholePortal')
  const changePlans = () => {
    onClose()
    operationRequest.open({ kind: 'plan', source: { filter: { planCodes: [plan.planCode] } }, count: plan.totalSims })
  }
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isBack) actions.current?.querySelector<HTMLElement>('button:last-child')?.focus()
  }, [isBack])
  return (
    <>
      <MainTerms plan={plan} />
      <PlanFacts plan={plan} isAdmin={isAdmin} />
      {isAdmin ? <NetworkProfile plan={plan} /> : null}
      <h3 className={styles.over}>{t('plans.terms.title')}</h3>
      <TermsTable
        terms={plan.terms}
        currency={plan.currency}
        {...(isAdmin ? { action: (terms: AgreedTerms) => <Withdraw plan={plan} terms={terms} /> } : {})}
      />
      <div className={dialogStyles.actions} ref={actions}>
        {plan.totalSims > 0 && holds(session, 'sims') ? (
          <Button className={styles.changeSims} aria-haspopup="dialog" onClick={changePlans}>
            <IconReplace className="icon" aria-hidden="true" />
            {t('plans.changeSims', { count: plan.totalSims })}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t('common.close')}</Button>
        {isAdmin ? (
          <Button variant="primary" onClick={onChange}>
            {t('plans.change.open')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

const currentTerms = ({ terms }: PlanDetail): AgreedTerms | undefined =>
  terms.find(({ state }) => state === 'current') ?? terms[0]

/** The current terms that matter most, in a line. */
function MainTerms({ plan }: { plan: PlanDetail }) {
  const { t } = useTranslation()
  const words = useTermWords(plan.currency)
  const current = currentTerms(plan)
  if (!current) return null
  const { planPrice, data, sms } = current
  const parts = [
    t('plans.terms.forSim', { price: words.value('planPrice', planPrice) }),
    data > 0 && words.value('data', data),
    sms > 0 && `${words.value('sms', sms)} SMS`,
  ]
  return <p className={styles.main}>{parts.filter(Boolean).join(' ·\u00a0')}</p>
}

/** @param isAdmin minimum stay and offer are edited here */
function PlanFacts({ plan, isAdmin }: { plan: PlanDetail; isAdmin: boolean }) {
  const { t } = useTranslation()
  const price = currentTerms(plan)?.planPrice
  const stay = plan.minimumStay > 0 && t('plans.months', { count: plan.minimumStay })
  return (
    <Facts
      className={styles.facts}
      names="above"
      facts={[
        {
          name: sentence(PLAN_WORDS.active),
          value: (
            <TextWithParts
              text={t('plans.activeOf', { count: plan.totalSims })}
              parts={[<PlanSims key="active" plan={plan} isActive />, <PlanSims key="all" plan={plan} />]}
            />
          ),
        },
        {
          name: t('plans.totals'),
          value: price !== undefined && (
            <MoneyAmount amountMinor={planTotalMinor(plan.totalActive, price)} currency={plan.currency} />
          ),
        },
        { name: sentence(PLAN_WORDS.provider), value: originLabel(plan.provider) },
        { name: sentence(PLAN_WORDS.simType), value: plan.simType },
        { name: sentence(PLAN_WORDS.pool), value: t(plan.pooled ? 'plans.shared' : 'plans.perSim') },
        { name: t('plans.companies'), value: plan.companies > 1 && formatNumber(plan.companies) },
        { name: sentence(PLAN_WORDS.minimumStay), value: isAdmin ? <MinimumStay plan={plan} /> : stay },
        { name: t('plans.catalogue.title'), value: isAdmin && <Offer plan={plan} /> },
      ]}
    />
  )
}

/** Immediate changes by an administrator; what saves resolves to an error to show at the field. */
function useSavePlan({ planId, planName, offered }: PlanDetail) {
  const { mutateAsync, isPending } = useChangePlan(planId)
  const save = async (changed: Partial<PlanBody>): Promise<string | undefined> => {
    try {
      toasts.success((await mutateAsync({ planName, offered, ...changed })).message)
      return undefined
    } catch (error) {
      return error instanceof CallError ? (Object.values(error.fields)[0] ?? error.message) : String(error)
    }
  }
  return { save, isPending }
}

/** The name in the title, which an administrator changes there. */
function PlanName({ plan }: { plan: PlanDetail }) {
  const { t } = useTranslation()
  const { save } = useSavePlan(plan)
  return (
    <EditInPlace value={plan.planName} label={t('plans.nameOf')} maxLength={80} onSave={(planName) => save({ planName })} />
  )
}

function MinimumStay({ plan }: { plan: PlanDetail }) {
  const { minimumStay } = plan
  const { t } = useTranslation()
  const { save } = useSavePlan(plan)
  return (
    <EditInPlace
      value={minimumStay === 0 ? '' : String(minimumStay)}
      label={t('plans.stayOf')}
      maxLength={3}
      inputMode="numeric"
      onSave={async (text) => {
        const months = monthsOf(text)
        return isStay(months) ? save({ minimumStay: months }) : sentence(ALL_FIELD_SENTENCES.planStay)
      }}
    >
      {t('plans.months', { count: minimumStay })}
    </EditInPlace>
  )
}

/** Whether the plan is in the catalogue. */
function Offer({ plan }: { plan: PlanDetail }) {
  const { offered } = plan
  const { t } = useTranslation()
  const { save, isPending } = useSavePlan(plan)
  const toggle = async () => {
    const problem = await save({ offered: !offered })
    if (problem !== undefined) toasts.error(problem)
  }
  return (
    <Switch on={offered} label={t('plans.offeredLabel')} isBusy={isPending} onToggle={() => void toggle()}>
      {t(offered ? 'plans.isOffered' : 'plans.isNotOffered')}
    </Switch>
  )
}

/** What SIMs get with the plan at their network, where that has profiles. One that is refused stays chosen, with the reason. */
function NetworkProfile({ plan }: { plan: PlanDetail }) {
  const { networkProfile, networkProfiles } = plan
  const { t } = useTranslation()
  const { save } = useSavePlan(plan)
  const [chosen, setChosen] = useState(networkProfile)
  const [problem, setProblem] = useState<string>()
  const choose = async (profile: string) => {
    setChosen(profile)
    setProblem(await save({ networkProfile: profile }))
  }
  // the plan's own stays a choice where another network carries the SIMs by now, and a refused one where its reason stands
  const profiles = [...new Set([networkProfile, chosen, ...networkProfiles])].filter((profile) => profile !== '')
  if (profiles.length === 0) return null
  return (
    <div className={styles.profile}>
      <ChoiceField
        label={sentence(PLAN_WORDS.networkProfile)}
        value={chosen}
        problem={problem}
        onChoose={(profile) => void choose(profile)}
      >
        <option value="">{t('plans.noProfile')}</option>
        {profiles.toSorted().map((profile) => (
          <option key={profile} value={profile}>
            {profile}
          </option>
        ))}
      </ChoiceField>
      <p className="text-secondary text-small">{t(chosen === '' ? 'plans.noProfileHint' : 'plans.profileHint')}</p>
    </div>
  )
}

function Withdraw({ plan: { planId, currency }, terms: { from } }: { plan: PlanDetail; terms: AgreedTerms }) {
  const { t } = useTranslation()
  const words = useTermWords(currency)
  const { mutate, isPending } = useWithdrawTerms(planId)
  const onSuccess = ({ message }: { message: string }) => toasts.success(message)
  return (
    <Button
      variant="danger"
      size="sm"
      blocked={isPending}
      aria-label={t('plans.terms.withdrawOf', { since: words.since(from) })}
      onClick={() => mutate(from, { onSuccess })}
    >
      {t('plans.terms.withdraw')}
    </Button>
  )
}
