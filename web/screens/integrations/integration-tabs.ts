import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import { KeysTab } from '#web/features/api-keys/keys-tab.tsx'
import { WebhooksTab } from '#web/features/webhooks/webhooks-tab.tsx'
import type { IntegrationTabProps } from '#web/shared/integration-tab.ts'

export interface IntegrationTab {
  /** its name in the address */
  readonly value: string
  readonly text: ParseKeys
  readonly Tab: ComponentType<IntegrationTabProps>
}

/** The integrations with other programs, each a tab of /integrations; the first is the default. */
export const INTEGRATION_TABS: readonly IntegrationTab[] = [
  { value: 'keys', text: 'apiKeys.title', Tab: KeysTab },
  { value: 'webhooks', text: 'webhooks.title', Tab: WebhooksTab },
]
