import { useTranslation } from 'react-i18next'

export function SimsPage() {
  const { t } = useTranslation()
  return <h1>{t('sims.title')}</h1>
}
