import { IconAlertTriangle, IconCircleCheck, IconFileInvoice } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import i18next from 'i18next'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lastDayOf } from '#domain/days.ts'
import { formatDay, formatMinute, formatPercent } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Stats } from '#web/ui/stats.tsx'
import { type LastAdvice, type PlanAdvice, planAdviceQuery, useAskAdvice } from '../plans.api.ts'
import { AdviceTotals } from './advice-totals.tsx'
import { AdvisedMoves } from './advised-moves.tsx'
import { AdvisedPlans } from './advised-plans.tsx'
import { FirstAdvice } from './first-advice.tsx'
import { FollowedAdvice } from './followed-advice.tsx'
import styles from './optimise.module.css'
import { Options } from './options.tsx'

/** The cheapest plans for a company's SIMs. The address: /plans/optimise?company=4 */
export function OptimisePage() {
  const { t } = useTranslation()
  const { company } = useSearch({ from: '/app/plans/optimise' })
  const navigate = useNavigate()
  const { data: advice, error, refetch, isFetching } = useQuery(planAdviceQuery(company))
  const ask = useAskAdvice(company)
  // also without one in the address it is of one company
  const ofCompany = company ?? advice?.company
  const filter = useCompanyFilter(ofCompany)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <Breadcrumb
            label={t('plans.optimise.crumbs')}
            back={[
              <Link key="plans" to="/plans" search={{ company }}>
                {t('plans.title')}
              </Link>,
            ]}
            here={t('plans.optimise.title')}
          />
          <h1>{t('plans.optimise.title')}</h1>
          <p className="text-secondary">{t('plans.optimise.lead')}</p>
        </div>
        {filter ? (
          <div className={styles.company}>
            {ofCompany === undefined ? null : (
              <ListFilters
                filters={[{ ...filter, isRequired: true }]}
                search={{ company: ofCompany }}
                onSet={(change) => void navigate({ to: '/plans/optimise', search: { company, ...change }, replace: true })}
              />
            )}
          </div>
        ) : null}
      </div>
      {advice ? (
        <AdviceOfCompany key={advice.company} advice={advice} isNamed={filter !== undefined} ask={ask} />
      ) : error && !isFetching ? (
        <div className={cardStyles.card}>
          <ErrorState title={t('plans.optimise.loadFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.about} aria-busy="true">
        <Skeleton width="60%" />
      </div>
      <Stats label={t('plans.perCycle')} />
    </>
  )
}

interface CompanyProps {
  readonly advice: PlanAdvice
  /** the company is named at the head of the page */
  readonly isNamed: boolean
  readonly ask: ReturnType<typeof useAskAdvice>
}

/** What was computed comes before what it can be computed with. */
function AdviceOfCompany({ advice, isNamed, ask }: CompanyProps) {
  const { t } = useTranslation()
  const formId = useId()
  const { company, companyName, running, failedAt, last, followed } = advice
  const asking = (
    <>
      <section className={`${cardStyles.card} ${styles.options}`} aria-label={t('plans.optimise.options')}>
        <Options formId={formId} advice={advice} isAsking={ask.isPending} onAsk={ask.mutate} />
      </section>
      {running ? <Running {...running} startsFocused={!last && ask.isSuccess} /> : null}
      {failedAt === null ? null : (
        <div className={`${cardStyles.card} ${styles.part}`}>
          <EmptyState Icon={IconAlertTriangle} title={t('plans.optimise.failed')}>
            {t('plans.optimise.failedHint', { at: formatMinute(failedAt) })}
          </EmptyState>
        </div>
      )}
    </>
  )
  return (
    <>
      {last ? (
        <Advice advice={advice} last={last} isNamed={isNamed}>
          {asking}
        </Advice>
      ) : (
        asking
      )}
      {last || running ? null : (
        <FirstAdvice company={company} companyName={companyName} formId={formId} isBusy={ask.isPending} />
      )}
      <FollowedAdvice followed={followed} />
    </>
  )
}

type RunningProps = NonNullable<PlanAdvice['running']> & {
  /** it is in place of the button that had the focus */
  readonly startsFocused: boolean
}

function Running({ askedAt, actor, percent, startsFocused }: RunningProps) {
  const { t } = useTranslation()
  const name = usePersonName(actor)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (startsFocused) section.current?.focus({ preventScroll: true })
  }, [startsFocused])
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`${cardStyles.card} ${styles.running}`}
      aria-label={t('plans.optimise.progress')}
    >
      <p>
        <b className="semibold">{t('plans.optimise.running')}</b>{' '}
        <span className="tabular-numbers">{formatPercent(percent)}</span>
      </p>
      <ProgressBar label={t('plans.optimise.progress')} percent={percent} />
      <p className="text-small text-secondary">
        {t('plans.optimise.asked', { at: formatMinute(askedAt), actor: name })} {t('plans.optimise.runningHint')}
      </p>
    </section>
  )
}

/**
 * Whose SIMs it is about, in which days, and when it was asked for.
 * @param companyName '' where it is in view
 * @param actor the name of who asked
 */
function aboutTexts(companyName: string, { askedAt, result: { cycles, sims } }: LastAdvice, actor: string): string[] {
  const { t } = i18next
  const [first, last] = [cycles.at(0), cycles.at(-1)]
  return [
    companyName,
    t('plans.optimise.sims', { count: sims }),
    first && last ? t('plans.optimise.between', { from: formatDay(first.start), to: formatDay(lastDayOf(last)) }) : '',
    t('plans.optimise.asked', { at: formatMinute(askedAt), actor }),
  ].filter(Boolean)
}

interface AdviceProps extends Pick<CompanyProps, 'advice' | 'isNamed'> {
  readonly last: LastAdvice
  /** below the figures */
  readonly children: ReactNode
}

function Advice({ advice, last, isNamed, children }: AdviceProps) {
  const { t } = useTranslation()
  const moves = useRef<HTMLDivElement>(null)
  const { company, companyName, followed } = advice
  const { adviceId, result } = last
  const actor = usePersonName(last.actor)
  // SIMs have changed their plans by it, or are about to
  const wasFollowed = followed.some((one) => one.adviceId === adviceId)
  const open = result.moves.reduce((sum, { sims, operation }) => (operation ? sum : sum + sims), 0)
  if (result.sims === 0) {
    return (
      <>
        {children}
        <Empty title={t('plans.optimise.none')} Icon={IconFileInvoice}>
          {t('plans.optimise.noneHint')}
        </Empty>
      </>
    )
  }
  return (
    <>
      <div className={styles.about}>
        <div>
          <p className="text-secondary">{aboutTexts(isNamed ? '' : companyName, last, actor).join(' · ')}</p>
          {wasFollowed ? <Followed /> : null}
        </div>
        {open > 0 ? (
          <Button variant={wasFollowed ? 'default' : 'primary'} onClick={() => focusOn(moves.current)}>
            {t('plans.optimise.seeMoves', { count: open })}
          </Button>
        ) : null}
      </div>
      <AdviceTotals advice={advice} result={result} />
      {children}
      {result.moves.length === 0 ? (
        <Empty title={t('plans.optimise.best')} Icon={IconCircleCheck}>
          {t('plans.optimise.bestHint')}
        </Empty>
      ) : (
        <div ref={moves} tabIndex={-1} className={styles.moves}>
          <AdvisedMoves company={company} adviceId={adviceId} result={result} />
        </div>
      )}
      <AdvisedPlans plans={result.plans} cycles={result.cycles.length} />
    </>
  )
}

function Followed() {
  const { t } = useTranslation()
  return (
    <p className="text-small text-tertiary">
      {t('plans.optimise.alreadyAsked')}{' '}
      {holds(useSession(), 'sims') ? (
        <Link to="/operations" search={{ kind: 'plan' }} className="underlined">
          {t('plans.optimise.seeOperations')}
        </Link>
      ) : null}
    </p>
  )
}

function focusOn(part: HTMLElement | null): void {
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}

function Empty({ title, Icon, children }: { title: string; Icon: typeof IconCircleCheck; children: string }) {
  return (
    <div className={`${cardStyles.card} ${styles.part}`}>
      <EmptyState isWhole Icon={Icon} title={title}>
        {children}
      </EmptyState>
    </div>
  )
}
