import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { PersonName } from '#web/shared/people/person-name.tsx'
import { Age } from './request-cells.tsx'
import type { RequestData } from './requests.api.ts'

/** Who asked, for which company, and how long ago: below the title of a request. */
export const AskedBy = ({ request }: { request: RequestData }) => (
  <p className="text-secondary">
    <CompanyName companyId={request.companyId} name={request.company} /> · <PersonName email={request.requestingUser} /> ·{' '}
    <Age row={request} lateWord="visible" />
  </p>
)
