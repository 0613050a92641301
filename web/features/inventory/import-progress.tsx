import { useTranslation } from 'react-i18next'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { ImportData } from './inventory.api.ts'
import styles from './inventory.module.css'

/** Progress of reading or writing on the server. */
export function ImportProgressView({ data }: { data: ImportData }) {
  const { t } = useTranslation()
  const { phase, done, of, lines } = data.progress ?? { phase: 'reading', done: 0, of: 0, lines: 0 }
  const percent = of > 0 ? Math.min(100, Math.floor((done / of) * 100)) : 0
  const isKnown = of > 0 && phase !== 'judging'
  const text = {
    reading: of > 0 ? t('imports.reading', { lines, percent }) : t('imports.fetched', { lines }),
    judging: t('imports.judging', { lines }),
    writing: t('imports.writing', { done, of }),
    done: t('imports.judging', { lines }),
  }[phase]
  const isApplying = data.state === 'applying'
  return (
    <>
      <h3 className={styles.heading}>{t(isApplying ? 'imports.applying' : 'imports.checking', { name: data.fileName })}</h3>
      <ProgressBar label={t('imports.progress')} percent={isKnown ? percent : undefined} />
      <p className="text-secondary tabular-numbers">{text}</p>
      {isApplying ? <p className="text-tertiary text-small">{t('imports.applyingHint')}</p> : null}
    </>
  )
}
