import { CompanyDebt } from '#web/features/charges/company-debt.tsx'
import { CompanyFleet } from '#web/features/sims/company-fleet.tsx'
import { SupportPage } from '#web/features/support/support.page.tsx'

/** Support, with what the customer has and owes. */
export function SupportScreen() {
  return <SupportPage Customer={Customer} />
}

function Customer({ company, isAboutCosts }: { company: number; isAboutCosts: boolean }) {
  return (
    <>
      {isAboutCosts ? <CompanyDebt company={company} /> : null}
      <CompanyFleet key={company} company={company} isShort />
      {isAboutCosts ? null : <CompanyDebt company={company} />}
    </>
  )
}
