import { useTranslation } from 'react-i18next'
import { Debts } from '#web/features/charges/company-debt.tsx'
import { CompaniesPage } from '#web/features/companies/companies.page.tsx'
import { PanelFigures } from '#web/features/companies/company-panel.tsx'
import { SignOnDialog } from '#web/features/identity/security/sign-on-dialog.tsx'
import { FleetCounts } from '#web/features/sims/company-fleet.tsx'
import { holds, useSession } from '#web/lib/session.ts'

/** Companies, with the settings of their sign-on. */
export function CompaniesScreen() {
  return <CompaniesPage SignOnDialog={SignOnDialog} Figures={Figures} />
}

/** Fleet and debt of a company, for its panel. */
function Figures({ company, simsBelow }: { company: number; simsBelow: number }) {
  const { t } = useTranslation()
  return (
    <>
      {holds(useSession(), 'sims') ? (
        <PanelFigures title={t('sims.ofCompany.title')}>
          <FleetCounts company={company} simsBelow={simsBelow} />
        </PanelFigures>
      ) : null}
      <PanelFigures title={t('charges.title')}>
        <Debts company={company} />
      </PanelFigures>
    </>
  )
}
