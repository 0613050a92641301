import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { type CreatedApiKey, useCreateApiKey } from './api-keys.api.ts'
import styles from './api-keys.module.css'
import { KeyForm } from './key-form.tsx'

/** Creates a key, then shows it once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [created, setCreated] = useState<CreatedApiKey>()
  const save = useCreateApiKey()
  return (
    <Dialog opened onClose={onClose} title={created ? t('apiKeys.made') : t('apiKeys.new')} fullOnPhone>
      {created ? (
        <ShownOnce created={created} onClose={onClose} />
      ) : (
        <KeyForm save={save} verb={t('apiKeys.create')} busy={t('apiKeys.creating')} onSaved={setCreated} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ShownOnce({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const curl = [
    ['command', 'curl'],
    ' ',
    ['address', `${location.origin}/api/users/session/`],
    ' -H ',
    ['value', `'x-api-key: ${created.key}'`],
  ] as const
  return (
    <>
      <p role="status">{t('apiKeys.madeText')}</p>
      <Field
        label={`${t('apiKeys.key')}: ${created.apiKey.name}`}
        className={styles.once}
        value={created.key}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        aside={<CopyButton text={created.key} what={t('apiKeys.key')} />}
      />
      <CodeBlock title={t('apiKeys.tryIt')} text={curl} what="curl" />
      <div className={dialogStyles.actions}>
        <Button variant="primary" onClick={onClose}>
          {t('apiKeys.done')}
        </Button>
      </div>
    </>
  )
}
