import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import type { MadeApiKey } from './api-keys.api.ts'
import styles from './api-keys.module.css'
import { KeyForm } from './key-form.tsx'

/** Creates a key, then shows it once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<MadeApiKey>()
  return (
    <Dialog opened onClose={onClose} title={made ? t('apiKeys.made') : t('apiKeys.create')} fullOnPhone>
      {made ? <ShownOnce made={made} onClose={onClose} /> : <KeyForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

function ShownOnce({ made, onClose }: { made: MadeApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const curl = `curl ${location.origin}/api/users/session/ -H 'x-api-key: ${made.key}'`
  return (
    <>
      <p role="status">{t('apiKeys.madeText')}</p>
      <Field
        label={`${t('apiKeys.key')}: ${made.apiKey.name}`}
        className={styles.once}
        value={made.key}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        aside={<CopyButton text={made.key} what={t('apiKeys.key')} />}
      />
      <p className={`${styles.try} text-small text-secondary`}>
        {t('apiKeys.tryIt')}
        <CopyButton text={curl} what="curl" />
      </p>
      <code className={styles.curl}>{curl}</code>
      <div className={dialogStyles.actions}>
        <Button variant="primary" onClick={onClose}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </>
  )
}
