import { CompaniesPage } from '#web/features/companies/companies.page.tsx'
import { SignOnDialog } from '#web/features/identity/security/sign-on-dialog.tsx'

/** Companies, with the settings of their sign-on. */
export function CompaniesScreen() {
  return <CompaniesPage SignOnDialog={SignOnDialog} />
}
