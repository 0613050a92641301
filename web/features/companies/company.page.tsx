import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentType, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import cardStyles from '#web/ui/card.module.css'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type CompanyData, companyPageQuery } from './companies.api.ts'
import { CompanyButtons, type SignOnDialogOf } from './company-buttons.tsx'
import { CompanyState } from './company-cells.tsx'
import styles from './company-page.module.css'
import { Subsidiaries } from './subsidiaries.tsx'
import { zoneWords } from './zone-words.ts'

type Part = ComponentType<{ readonly company: number }>

interface CompanyPageProps {
  /** the settings of a company's own sign-on */
  readonly SignOnDialog: SignOnDialogOf
  /** cards of other features: what it has, who and what works with it, what it did */
  readonly Main: Part
  readonly Side: Part
  readonly Activity: Part
  /** what is left to do until a customer works with the portal */
  readonly Setup: ComponentType<{ readonly company: CompanyData }>
}

/** One company: its own figures, without those of its subsidiaries. */
export function CompanyPage({ SignOnDialog, Main, Side, Activity, Setup }: CompanyPageProps) {
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
      {data ? <Setup key={`setup ${data.companyId}`} company={data} /> : null}
      {data ? (
        <div className={styles.body} key={data.companyId}>
          <div className={styles.main}>
            {data.children > 0 ? <Subsidiaries company={data} /> : null}
            <Main company={data.companyId} />
            <Activity company={data.companyId} />
            <p className={styles.nothing} aria-hidden="true">
              {t('companies.page.nothingYet')}
            </p>
          </div>
          <div className={styles.side}>
            <Side company={data.companyId} />
            <p className={styles.nothing} aria-hidden="true">
              {t('companies.page.nothingYet')}
            </p>
          </div>
        </div>
      ) : null}
    </div>
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
    <div className="page-head">
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
      {company ? <CompanyButtons company={company} SignOnDialog={SignOnDialog} onDeleted={toParent} /> : null}
    </div>
  )
}

function About({ company }: { company: CompanyData }) {
  const { t } = useTranslation()
  const { fantasyName, businessName, tin, city, currency, cycleAnchorDay, timeZone, children } = company
  const facts = [
    fantasyName === businessName ? '' : fantasyName,
    tin,
    city,
    t('companies.page.cycle', { day: cycleAnchorDay }),
    currency,
    zoneWords(timeZone),
  ].filter(Boolean)
  return (
    <>
      <p className="text-secondary">
        {facts.map((fact, at) => (
          <Fragment key={fact}>
            {at > 0 ? ' ' : null}
            <span className={styles.fact}>
              {fact}
              {at < facts.length - 1 ? ' ·' : null}
            </span>
          </Fragment>
        ))}
      </p>
      {children > 0 ? <p className="text-secondary">{t('companies.page.ownOnly')}</p> : null}
    </>
  )
}
