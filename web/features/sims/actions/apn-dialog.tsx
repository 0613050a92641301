import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { DialogTitle } from './dialog-title.tsx'
import styles from './sim-actions.module.css'
import { apnQuery } from './sim-tools.api.ts'

const FIELDS = ['apnName', 'apn', 'username', 'password'] as const

/** APN settings of a device, each with a copy button. */
export function ApnDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(apnQuery(icc))
  return (
    <Dialog opened onClose={onClose} title={<DialogTitle title={t('simActions.apn')} icc={icc} />} fullOnPhone>
      {error && !data ? (
        <ErrorState title={t('simActions.apnFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.fields} aria-busy={!data}>
          {FIELDS.map((name) => {
            const label = t(`simActions.apnField.${name}`)
            const value = data?.[name] ?? ''
            return data ? (
              <Field
                key={name}
                label={label}
                value={value === '' ? t('simActions.apnNone') : value}
                readOnly
                aside={value === '' ? null : <CopyButton text={value} what={label} />}
              />
            ) : (
              <Skeleton key={name} width="60%" />
            )
          })}
        </div>
      )}
      <p className={fieldStyles.hint}>{t('simActions.apnHint')}</p>
    </Dialog>
  )
}
