import { useTranslation } from 'react-i18next'
import { RichText } from '#web/ui/rich-text.tsx'
import { ScrollArea } from '#web/ui/scroll-area.tsx'
import type { PopupValues } from './popup-values.ts'

interface PreviewProps {
  readonly values: PopupValues
  readonly words: 'es' | 'en'
  /** people may have seen it already */
  readonly isChanged: boolean
}

const DONE = { es: 'Entendido', en: 'Got it' } as const

/** The popup as the person it is for will see it, in the language that is being written. */
export function PopupPreview({ values, words, isChanged }: PreviewProps) {
  const { t } = useTranslation()
  const [title, content] = words === 'es' ? [values.titleEs, values.contentEs] : [values.titleEn, values.contentEn]
  const isEmpty = title.trim() === '' && content.trim() === ''
  return (
    <section className="pp-preview" aria-label={t('popups.form.preview')}>
      <h3 className="overline">{t('popups.form.preview')}</h3>
      {isEmpty ? (
        <p className="pp-nothing text-tertiary">{t('popups.form.previewEmpty')}</p>
      ) : (
        <div className="pp-dialog" lang={words}>
          <p className="pp-title">{title}</p>
          <ScrollArea className="pp-text" label={t('popups.form.preview')}>
            <RichText text={content} heading="h3" />
            <span className="btn pri pp-done" aria-hidden="true">
              {DONE[words]}
            </span>
          </ScrollArea>
        </div>
      )}
      {isChanged ? <p className="hint">{t('popups.form.again')}</p> : null}
    </section>
  )
}
