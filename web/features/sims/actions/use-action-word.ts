import { useTranslation } from 'react-i18next'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { ActionName } from './action-names.ts'

/** Returns the names of actions in the page's language. */
export function useActionWord(): (action: ActionName) => string {
  const { t } = useTranslation()
  return (action) => (action === 'apn' ? t('simActions.apn') : sentence(ACTION_WORDS[action]))
}
