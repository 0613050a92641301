import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import type { NewIntegrationProps } from '#web/shared/integration-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { useRows } from '#web/ui/list/list-rows.ts'
import { webhooksQuery } from './webhooks.api.ts'

/** The endpoints of the user's companies or of one; whether there is none at all. */
export function useWebhooks(company: number | undefined) {
  const data = useRows(webhooksQuery(company), ({ endpoints }) => endpoints)
  const filter = useCompanyFilter(company)
  const isEmpty = data.rows?.length === 0 && !(filter && company !== undefined)
  return { data, filter, isEmpty }
}

/** In the head of the page; the first endpoint is created where the endpoints will be. */
export function NewWebhookInHead({ company, onCreate }: NewIntegrationProps) {
  const { data, isEmpty } = useWebhooks(company)
  return isEmpty ? null : <NewWebhook isWaiting={!data.rows && !data.error} onCreate={onCreate} />
}

interface NewWebhookProps extends Pick<NewIntegrationProps, 'onCreate'> {
  /** whether there are endpoints is not known yet */
  readonly isWaiting?: boolean
}

export function NewWebhook({ isWaiting = false, onCreate }: NewWebhookProps) {
  const { t } = useTranslation()
  return (
    <Button variant="primary" blocked={isWaiting} aria-haspopup="dialog" onClick={onCreate}>
      <IconPlus className="icon" aria-hidden="true" />
      {t('webhooks.add')}
    </Button>
  )
}
