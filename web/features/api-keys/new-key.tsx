import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import type { NewIntegrationProps } from '#web/shared/integration-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { apiKeysQuery } from './api-keys.api.ts'

/** The keys of the user's companies or of one; whether there is none at all. */
export function useKeys(company: number | undefined) {
  const query = useQuery(apiKeysQuery(company))
  const filter = useCompanyFilter(company)
  const isEmpty = query.data?.keys.length === 0 && !(filter && company !== undefined)
  return { query, filter, isEmpty }
}

/** In the head of the page; the first key is created where the keys will be. */
export function NewKeyInHead({ company, onCreate }: NewIntegrationProps) {
  const { query, isEmpty } = useKeys(company)
  return isEmpty ? null : <NewKey isWaiting={query.isPending} onCreate={onCreate} />
}

interface NewKeyProps extends Pick<NewIntegrationProps, 'onCreate'> {
  /** whether there are keys is not known yet */
  readonly isWaiting?: boolean
}

export function NewKey({ isWaiting = false, onCreate }: NewKeyProps) {
  const { t } = useTranslation()
  return (
    <Button variant="primary" blocked={isWaiting} aria-haspopup="dialog" onClick={onCreate}>
      <IconPlus className="icon" aria-hidden="true" />
      {t('apiKeys.new')}
    </Button>
  )
}
