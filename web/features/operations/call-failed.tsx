import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MASS_SENTENCES } from '#contract/operations/operation-messages.ts'
import { CallError } from '#web/lib/call.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import styles from './mass-dialog.module.css'

/** Failure of a mass operation's call: the specification's sentence (section 8), the reason, and the request id. */
export function CallFailed({ error }: { error: Error | null }) {
  const { t } = useTranslation()
  if (!error) return null
  const requestId = error instanceof CallError ? error.requestId : undefined
  const fields = error instanceof CallError ? Object.values(error.fields) : []
  return (
    <div className={styles.failed} role="alert">
      <IconAlertTriangle className="icon" aria-hidden="true" />
      <div>
        <p className="medium">{sentence(MASS_SENTENCES.failed)}</p>
        <p>{t('operations.failedWhy', { why: [error.message, ...fields].join('. ') })}</p>
        {requestId ? (
          <p className="text-small row">
            {t('common.requestId', { id: requestId })}
            <CopyButton text={requestId} what={t('common.requestIdName')} />
          </p>
        ) : null}
      </div>
    </div>
  )
}
