import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { PersonName } from '#web/shared/people/person-name.tsx'
import type { RequestData } from './requests.api.ts'

/** Who asked, and for which company: below the title of a request. */
export const AskedBy = ({ request: { companyId, company, requestingUser } }: { request: RequestData }) => (
  <p className="text-secondary">
    <CompanyName companyId={companyId} name={company} /> · <PersonName email={requestingUser} />
  </p>
)
