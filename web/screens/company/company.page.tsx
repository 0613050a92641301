import { useTranslation } from 'react-i18next'
import { CompanyAlarms } from '#web/features/alarms/company-alarms.tsx'
import { CompanyKeys } from '#web/features/api-keys/company-keys.tsx'
import { CompanyDebt } from '#web/features/charges/company-debt.tsx'
import { CompanyPage } from '#web/features/companies/company.page.tsx'
import { CompanyUsage } from '#web/features/dashboard/company-usage.tsx'
import { SignOnDialog } from '#web/features/identity/security/sign-on-dialog.tsx'
import { CompanyOperations } from '#web/features/operations/company-operations.tsx'
import { CompanyRequests } from '#web/features/requests/company-requests.tsx'
import { CompanyFleet } from '#web/features/sims/company-fleet.tsx'
import { CompanyPeople } from '#web/features/users/company-people.tsx'
import { CompanyWebhooks } from '#web/features/webhooks/company-webhooks.tsx'
import type { OfCompany } from '#web/lib/of-company.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import factStyles from '#web/ui/fact-lines.module.css'
import { CompanySetup } from './company-setup.tsx'

/** Everything about a company, each part for those with its permit. */
export function CompanyScreen() {
  return <CompanyPage SignOnDialog={SignOnDialog} Main={Main} Side={Side} Activity={Activity} Setup={CompanySetup} />
}

function Main({ hasSubsidiaries, ...whose }: OfCompany & { hasSubsidiaries: boolean }) {
  const session = useSession()
  return (
    <>
      <CompanyDebt {...whose} hasSubsidiaries={hasSubsidiaries} />
      {holds(session, 'sims') ? <CompanyFleet {...whose} /> : null}
      <CompanyUsage {...whose} />
    </>
  )
}

function Activity(whose: OfCompany) {
  const session = useSession()
  return (
    <>
      {holds(session, 'sims') ? <CompanyOperations {...whose} /> : null}
      {holds(session, 'requests') ? <CompanyRequests {...whose} /> : null}
    </>
  )
}

function Side(whose: OfCompany) {
  const session = useSession()
  return (
    <>
      {holds(session, 'users') ? <CompanyPeople {...whose} /> : null}
      {holds(session, 'alarmas') ? <CompanyAlarms {...whose} /> : null}
      {holds(session, 'users') ? <CompanyIntegrations {...whose} /> : null}
    </>
  )
}

function CompanyIntegrations({ company, subsidiaries }: OfCompany) {
  const { t } = useTranslation()
  return (
    <Card
      title={t('titles.integrations')}
      about={subsidiaries && t('companies.figures.ofOwn')}
      line
      actions={
        <ButtonLink isGhost isSmall to="/integrations" search={{ company }}>
          {t('integrations.seeAll')}
        </ButtonLink>
      }
    >
      <ul className={factStyles.lines}>
        <CompanyKeys company={company} />
        <CompanyWebhooks company={company} />
      </ul>
    </Card>
  )
}
