import { CompanyDebt } from '#web/features/charges/company-debt.tsx'
import { CompanyFleet } from '#web/features/sims/company-fleet.tsx'
import { SupportPage } from '#web/features/support/support.page.tsx'
import { CompanyPeople } from '#web/features/users/company-people.tsx'
import { holds, useSession } from '#web/lib/session.ts'

/** Support, with what the customer has and owes, and who works there. */
export function SupportScreen() {
  return <SupportPage Customer={Customer} />
}

function Customer({ company, isAboutCosts }: { company: number; isAboutCosts: boolean }) {
  const mayViewUsers = holds(useSession(), 'users')
  return (
    <>
      {isAboutCosts ? <CompanyDebt company={company} /> : null}
      <CompanyFleet key={company} company={company} isShort />
      {mayViewUsers ? <CompanyPeople company={company} /> : null}
      {isAboutCosts ? null : <CompanyDebt company={company} />}
    </>
  )
}
