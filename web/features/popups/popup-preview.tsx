import { useTranslation } from 'react-i18next'
import buttonStyles from '#web/ui/button.module.css'
import fieldStyles from '#web/ui/field.module.css'
import { RichText } from '#web/ui/rich-text.tsx'
import { ScrollArea } from '#web/ui/scroll-area.tsx'
import type { PopupValues } from './popup-values.ts'
import styles from './popups.module.css'

interface PreviewProps {
  readonly values: PopupValues
  readonly words: 'es' | 'en'
  /** users may have seen it already */
  readonly isChanged: boolean
}

interface AsReadProps {
  readonly title: string
  readonly content: string
  readonly words: 'es' | 'en'
}

const DONE = { es: 'Entendido', en: 'Got it' } as const

/** Preview of the popup in the language of the edited text. */
export function PopupPreview({ values, words, isChanged }: PreviewProps) {
  const { t } = useTranslation()
  const [title, content] = words === 'es' ? [values.titleEs, values.contentEs] : [values.titleEn, values.contentEn]
  const isEmpty = title.trim() === '' && content.trim() === ''
  return (
    <section className={styles.preview} aria-label={t('popups.form.preview')}>
      <h3 className="overline">{t('popups.form.preview')}</h3>
      {isEmpty ? (
        <p className={`${styles.nothing} text-tertiary`}>{t('popups.form.previewEmpty')}</p>
      ) : (
        <PopupAsRead title={title} content={content} words={words} />
      )}
      {isChanged ? <p className={fieldStyles.hint}>{t('popups.form.again')}</p> : null}
    </section>
  )
}

/** A popup as its readers see it. */
export function PopupAsRead({ title, content, words }: AsReadProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.dialog} lang={words}>
      <p className={styles.title}>{title}</p>
      <ScrollArea className={styles.text} label={t('popups.form.preview')}>
        <RichText text={content} heading="h3" />
        <span className={`${buttonStyles.button} ${buttonStyles.primary} ${styles.done}`} aria-hidden="true">
          {DONE[words]}
        </span>
      </ScrollArea>
    </div>
  )
}
