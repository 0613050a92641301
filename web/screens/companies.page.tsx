import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DebtLink, Debts } from '#web/features/charges/company-debt.tsx'
import { CompaniesPage } from '#web/features/companies/companies.page.tsx'
import { PanelFigures, type PanelFiguresOf } from '#web/features/companies/company-panel.tsx'
import { SignOnDialog } from '#web/features/identity/security/sign-on-dialog.tsx'
import { MassDialog } from '#web/features/operations/mass-dialog.tsx'
import { FleetCounts, FleetLink, FleetTotal } from '#web/features/sims/company-fleet.tsx'
import { holds, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'

/** Companies, with the settings of their sign-on. */
export function CompaniesScreen() {
  return <CompaniesPage SignOnDialog={SignOnDialog} Figures={Figures} />
}

/** Debt and fleet of a company, for its panel. */
const Figures: PanelFiguresOf = ({ simsBelow, hasSubsidiaries, ...whose }) => {
  const { t } = useTranslation()
  return (
    <>
      <PanelFigures title={t('charges.title')} action={<DebtLink {...whose} />}>
        <Debts {...whose} hasSubsidiaries={hasSubsidiaries} />
      </PanelFigures>
      {holds(useSession(), 'sims') ? (
        <PanelFigures title={t('sims.ofCompany.title')} about={<FleetTotal {...whose} />} action={<FleetLink {...whose} />}>
          <FleetCounts {...whose} isShort action={simsBelow > 0 ? undefined : <AssignButton company={whose.company} />} />
        </PanelFigures>
      ) : null}
    </>
  )
}

/** For companies below one's own: SIMs of the operator's stock. */
function AssignButton({ company }: { company: number }) {
  const { t } = useTranslation()
  const session = useSession()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  if (!holds(session, 'users') || company === session.clientId) return null
  const close = () => {
    setOpen(false)
    void client.invalidateQueries({ queryKey: ['companies'] })
    void client.invalidateQueries({ queryKey: ['sims'] })
  }
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('companySetup.assign')}
      </Button>
      <MassDialog
        request={isOpen ? { kind: 'assign', count: 0, details: { companyId: company } } : undefined}
        onClose={close}
      />
    </>
  )
}
