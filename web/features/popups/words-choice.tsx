import { useTranslation } from 'react-i18next'
import type { Language } from '#domain/languages.ts'
import { Choice } from '#web/ui/choice.tsx'

/** In which language a popup is shown. */
export function WordsChoice({ words, onWords }: { words: Language; onWords: (words: Language) => void }) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('popups.form.words')}
      value={words}
      onChange={onWords}
      options={[
        { value: 'es', text: t('popups.form.spanish') },
        { value: 'en', text: t('popups.form.english') },
      ]}
    />
  )
}
