import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import statesStyles from '#web/ui/states.module.css'
import { CountStrip } from './import-report.tsx'
import type { ImportData } from './inventory.api.ts'
import styles from './inventory.module.css'

interface DoneProps {
  readonly data: ImportData
  readonly restartLabel: string
  onClose(): void
  onRestart(): void
}

/** The result of an import. */
export function ImportDone({ data, restartLabel, onClose, onRestart }: DoneProps) {
  const { t } = useTranslation()
  const { counts } = data
  if (!counts) return null
  const { created, updated, bad } = counts
  return (
    <>
      <div className={styles.done} role="status">
        <span className={`${statesStyles.badge} ${statesStyles.badgeActive}`}>
          <IconCircleCheck className="icon icon-20" aria-hidden="true" />
        </span>
        <div>
          <b className="semibold">{t('imports.done')}</b>
          <p className="text-secondary">
            {t('imports.doneText', { count: created, updated })} {bad > 0 ? t('imports.doneBad', { count: bad }) : null}
          </p>
        </div>
      </div>
      <CountStrip counts={counts} />
      <div className={dialogStyles.actions}>
        <Button onClick={onRestart}>{restartLabel}</Button>
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  )
}
