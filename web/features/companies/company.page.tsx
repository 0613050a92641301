import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfCompany } from '#web/lib/of-company.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import cardStyles from '#web/ui/card.module.css'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type CompanyData, companyPageQuery } from './companies.api.ts'
import { CompanyButtons, type SignOnDialogOf } from './company-buttons.tsx'
import { CompanyState } from './company-cells.tsx'
import styles from './company-page.module.css'
import { FiguresChoice, isOfTree } from './figures-choice.tsx'
import { Subsidiaries } from './subsidiaries.tsx'
import { zoneWords } from './zone-words.ts'

type Part = ComponentType<OfCompany>

interface CompanyPageProps {
  /** the settings of a company's own sign-on */
  readonly SignOnDialog: SignOnDialogOf
  /** cards of other features: what it has, who and what works with it, what it did */
  readonly Main: ComponentType<OfCompany & { readonly hasSubsidiaries: boolean }>
  readonly Side: Part
  readonly Activity: Part
  /** what is left to do until a customer works with the portal */
  readonly Setup: ComponentType<{ readonly company: CompanyData }>
}

/** One company: its own figures, or with those of its subsidiaries. */
export function CompanyPage({ SignOnDialog, ...parts }: CompanyPageProps) {
  const { t } = useTranslation()
  const { companyId: given } = useParams({ from: '/app/companies/$companyId' })
  const { data, error, refetch } = useQuery(companyPageQuery(given))
  return (
    <div className="page">
      <Head key={given} company={data} isFailed={error !== null} SignOnDialog={SignOnDialog} />
      {error && !data ? (
        <div className={cardStyles.card}>
          <ErrorState title={t('companies.page.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? <Body key={data.companyId} company={data} {...parts} /> : null}
    </div>
  )
}

interface BodyProps extends Omit<CompanyPageProps, 'SignOnDialog'> {
  readonly company: CompanyData
}

function Body({ company, Main, Side, Activity, Setup }: BodyProps) {
  const { t } = useTranslation()
  const { companyId, children, sims, simsBelow } = company
  const { subsidiaries } = useSearch({ from: '/app/companies/$companyId' })
  const whose: OfCompany = { company: companyId, subsidiaries: isOfTree(company, subsidiaries) ? 'true' : undefined }
  // where it is at first: its dialogs stay open while the company gets its SIMs
  const [isRunning] = useState(sims + simsBelow > 0)
  const setup = <Setup company={company} />
  return (
    <>
      {isRunning ? null : setup}
      <div className={styles.body}>
        <div className={styles.main}>
          <Main {...whose} hasSubsidiaries={children > 0} />
          {children > 0 ? <Subsidiaries company={company} /> : null}
          <Activity {...whose} />
        </div>
        <div className={styles.side}>
          <Side {...whose} />
        </div>
      </div>
      <p className={`${styles.nothing} text-small text-tertiary`} aria-hidden="true">
        {t('companies.page.nothingYet')}
      </p>
      {isRunning ? <div className={styles.setup}>{setup}</div> : null}
    </>
  )
}

interface HeadProps extends Pick<CompanyPageProps, 'SignOnDialog'> {
  readonly company: CompanyData | undefined
  readonly isFailed: boolean
}

function Head({ company, isFailed, SignOnDialog }: HeadProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const parentId = company?.parentId ?? null
  const toParent = () =>
    void navigate(
      parentId === null ? { to: '/companies' } : { to: '/companies/$companyId', params: { companyId: String(parentId) } },
    )
  return (
    <div className={`page-head ${styles.head}`}>
      <div className="grow">
        <Breadcrumb
          label={t('companies.page.crumbs')}
          back={[
            <Link key="list" to="/companies">
              {t('companies.title')}
            </Link>,
            ...(company?.path ?? []).map(({ companyId, businessName }) => (
              <Link key={companyId} to="/companies/$companyId" params={{ companyId: String(companyId) }}>
                {businessName}
              </Link>
            )),
          ]}
          here={company?.businessName ?? '…'}
        />
        <div className={styles.title}>
          <h1>{company?.businessName ?? (isFailed ? t('titles.company') : <Skeleton width={260} height={24} />)}</h1>
          {company ? (
            <HighlightOnChange key={company.companyId} value={company.state}>
              <CompanyState state={company.state} isFilled />
            </HighlightOnChange>
          ) : null}
        </div>
        {company ? <About company={company} /> : isFailed ? null : <Skeleton width={320} />}
      </div>
      {company ? (
        <>
          <Figures company={company} />
          <CompanyButtons company={company} SignOnDialog={SignOnDialog} onDeleted={toParent} />
        </>
      ) : null}
    </div>
  )
}

function About({ company }: { company: CompanyData }) {
  const { t } = useTranslation()
  const { fantasyName, businessName, tin, city, currency, cycleAnchorDay, timeZone } = company
  const facts = [
    fantasyName === businessName ? '' : fantasyName,
    tin,
    city,
    t('companies.page.cycle', { day: cycleAnchorDay }),
    currency,
    zoneWords(timeZone),
  ].filter(Boolean)
  return (
    <p className={`${styles.facts} text-secondary`}>
      {facts.map((fact, at) => (
        <Fragment key={fact}>
          {at > 0 ? ' ' : null}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </p>
  )
}

/** Whose figures the page shows. */
function Figures({ company }: { company: CompanyData }) {
  const { subsidiaries } = useSearch({ from: '/app/companies/$companyId' })
  return (
    <div className={styles.figures}>
      <FiguresChoice company={company} isTree={isOfTree(company, subsidiaries)} />
    </div>
  )
}
