import { IconExternalLink } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeviceDialog } from '#web/features/api-keys/device-dialog.tsx'
import { KeysTab } from '#web/features/api-keys/keys-tab.tsx'
import { NewKeyInHead } from '#web/features/api-keys/new-key.tsx'
import { NewWebhookInHead } from '#web/features/webhooks/new-webhook.tsx'
import { WebhooksTab } from '#web/features/webhooks/webhooks-tab.tsx'
import type { IntegrationTabProps, NewIntegrationProps } from '#web/shared/integration-tab.ts'
import buttonStyles from '#web/ui/button.module.css'
import { PageHead } from '#web/ui/list/list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/**
 * How a company's own programs work with the portal. The address: /integrations?tab=webhooks&company=4, or with the code of a terminal that
 * wants to log in: /integrations?device=BCDF-GHJK
 */
export function IntegrationsPage() {
  const { t } = useTranslation()
  const { tab: asked, company, device } = useSearch({ from: '/app/integrations' })
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [first] = INTEGRATION_TABS
  const chosen = INTEGRATION_TABS.find(({ value }) => value === asked) ?? first
  if (!chosen) return null
  const show = (tab: string, of: number | undefined) =>
    void navigate({ to: '/integrations', search: { tab: tab === first?.value ? undefined : tab, company: of }, replace: true })
  return (
    <div className="page">
      <PageHead title={t('titles.integrations')} lead={t('integrations.lead')}>
        <a className={buttonStyles.button} href="/api/docs" target="_blank" rel="noreferrer">
          {t('integrations.reference')}
          <IconExternalLink className="icon icon-14" aria-hidden="true" />
          <span className="visually-hidden">{t('integrations.newTab')}</span>
        </a>
        <chosen.New company={company} onCreate={() => setCreating(true)} />
      </PageHead>
      <Tabs
        label={t('titles.integrations')}
        tabs={INTEGRATION_TABS.map(({ value, text }) => ({ value, text: t(text) }))}
        chosen={chosen.value}
        onChoose={(tab) => show(tab, company)}
      >
        <chosen.Tab
          company={company}
          onCompany={(of) => show(chosen.value, of)}
          isCreating={isCreating}
          onCreating={setCreating}
        />
      </Tabs>
      {device ? <DeviceDialog userCode={device} onClose={() => show(chosen.value, company)} /> : null}
    </div>
  )
}

interface IntegrationTab {
  /** its name in the address */
  readonly value: string
  readonly text: ParseKeys
  readonly Tab: ComponentType<IntegrationTabProps>
  readonly New: ComponentType<NewIntegrationProps>
}

/** The integrations with other programs, each a tab of /integrations; the first is the default. */
const INTEGRATION_TABS: readonly IntegrationTab[] = [
  { value: 'keys', text: 'apiKeys.title', Tab: KeysTab, New: NewKeyInHead },
  { value: 'webhooks', text: 'webhooks.title', Tab: WebhooksTab, New: NewWebhookInHead },
]
