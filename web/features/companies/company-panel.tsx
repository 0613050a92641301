import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { COMPANY_WORDS } from '#contract/companies/company-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { OfCompany } from '#web/lib/of-company.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Facts } from '#web/ui/facts.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { PanelActions, PanelContent, PanelSection, PanelTitle } from '#web/ui/side-panel/panel-parts.tsx'
import { PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import type { ListBeside } from '#web/ui/side-panel/use-beside.ts'
import { type CompanyData, companyPageQuery } from './companies.api.ts'
import { CompanyButtons, type SignOnDialogOf } from './company-buttons.tsx'
import { CompanyState, UserCount } from './company-cells.tsx'
import styles from './company-panel.module.css'
import { FiguresChoice, isOfTree } from './figures-choice.tsx'
import { zoneWords } from './zone-words.ts'

/** Figures of other features, each a PanelFigures; a company whose subsidiaries have SIMs needs none of its own. */
export type PanelFiguresOf = ComponentType<OfCompany & { readonly simsBelow: number; readonly hasSubsidiaries: boolean }>

interface CompanyPanelProps {
  readonly companyId: number
  readonly beside: ListBeside
  readonly Figures: PanelFiguresOf
  readonly SignOnDialog: SignOnDialogOf
}

/** A company beside the list: what can be done, its debt and fleet, and its place. */
export function CompanyPanel({ companyId, beside, Figures, SignOnDialog }: CompanyPanelProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(companyPageQuery(String(companyId)))
  const around = { neighbours: beside.neighbours, onClose: beside.close }
  const title = data?.businessName ?? (error ? t('titles.company') : undefined)
  const { subsidiaries } = useSearch({ from: '/app/companies' })
  const isTree = data !== undefined && isOfTree(data, subsidiaries)
  return (
    <SidePanel {...around} label={title ?? t('titles.company')}>
      <PanelHead
        {...around}
        page={{ to: '/companies/$companyId', params: { companyId: String(companyId) } }}
        below={
          data ? (
            <span className="row">
              <HighlightOnChange key={companyId} value={data.state}>
                <CompanyState state={data.state} isFilled />
              </HighlightOnChange>
              <TinAndCurrency company={data} />
            </span>
          ) : null
        }
      >
        <PanelTitle>{title}</PanelTitle>
      </PanelHead>
      <PanelContent key={companyId} failure={{ title: t('companies.page.failed'), error, retry: () => void refetch() }}>
        {data ? (
          <>
            <PanelSection>
              <CompanyButtons size="sm" company={data} SignOnDialog={SignOnDialog} onDeleted={beside.close} />
              {data.children > 0 ? (
                <PanelActions>
                  <FiguresChoice company={data} isTree={isTree} />
                </PanelActions>
              ) : null}
            </PanelSection>
            <Figures
              company={companyId}
              subsidiaries={isTree ? 'true' : undefined}
              simsBelow={data.simsBelow}
              hasSubsidiaries={data.children > 0}
            />
            <CompanyFacts company={data} />
          </>
        ) : undefined}
      </PanelContent>
    </SidePanel>
  )
}

/** Seen without their names, which screen readers read. */
function TinAndCurrency({ company: { tin, currency } }: { company: CompanyData }) {
  const named = [
    { name: sentence(COMPANY_WORDS.tin), value: tin },
    { name: sentence(COMPANY_WORDS.currency), value: currency },
  ].filter(({ value }) => value)
  return (
    <span className="text-secondary proportional-numbers">
      {named.map(({ name, value }, at) => (
        <Fragment key={name}>
          {at > 0 ? ' · ' : null}
          <span className="visually-hidden">{name}: </span>
          {value}
        </Fragment>
      ))}
    </span>
  )
}

/** A part of the panel that another feature fills with lines as wide as those of its card. */
export const PanelFigures = ({ children, ...head }: ComponentProps<typeof PanelSection>) => (
  <PanelSection {...head}>
    <div className={styles.figures}>{children}</div>
  </PanelSection>
)

/** The companies above one, the highest first, each a link. */
const Above = ({ path }: Pick<CompanyData, 'path'>) =>
  path.map(({ companyId, businessName }, at) => (
    <Fragment key={companyId}>
      {at > 0 ? ' › ' : null}
      <Link to="/companies/$companyId" params={{ companyId: String(companyId) }} className="underlined">
        {businessName}
      </Link>
    </Fragment>
  ))

function CompanyFacts({ company }: { company: CompanyData }) {
  const { t } = useTranslation()
  const { companyId, businessName, fantasyName, path, city, children, cycleAnchorDay, timeZone } = company
  return (
    <PanelSection>
      <Facts
        facts={[
          { name: sentence(COMPANY_WORDS.above), value: path.length > 0 && <Above path={path} /> },
          { name: sentence(COMPANY_WORDS.fantasyName), value: fantasyName === businessName ? '' : fantasyName },
          { name: sentence(COMPANY_WORDS.city), value: city },
          { name: t('companies.panel.cycle'), value: t('companies.panel.fromDay', { day: cycleAnchorDay }) },
          { name: sentence(COMPANY_WORDS.timeZone), value: zoneWords(timeZone) },
          {
            name: t('companies.page.subsidiaries'),
            value: children > 0 && (
              <Link
                to="/companies/$companyId"
                params={{ companyId: String(companyId) }}
                className="underlined"
                aria-label={t('companies.subsidiariesOf', { count: children, name: businessName })}
              >
                {formatNumber(children)}
              </Link>
            ),
          },
          {
            name: children > 0 ? t('companies.ownUsers') : sentence(COMPANY_WORDS.users),
            value: <UserCount company={company} />,
          },
        ]}
      />
    </PanelSection>
  )
}
