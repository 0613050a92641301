import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../i18n/i18n.ts'
import { LOGOUT_ADDRESS } from '../lib/logout.ts'
import { language, shownTheme, theme, usePreference } from '../lib/preferences.ts'

export interface SearchAction {
  id: string
  label: string
  run: () => void
}

/** Actions that the search box offers besides its results. */
export function useSearchActions(): SearchAction[] {
  const { t } = useTranslation()
  const otherTheme = usePreference(shownTheme) === 'dark' ? 'light' : 'dark'
  const otherLanguage = usePreference(language) === 'es' ? 'en' : 'es'
  return [
    { id: 'theme', label: t(otherTheme === 'dark' ? 'shell.toDark' : 'shell.toLight'), run: () => theme.set(otherTheme) },
    { id: 'language', label: t('shell.toOtherLanguage'), run: () => void changeLanguage(otherLanguage) },
    { id: 'logout', label: t('shell.logOut'), run: () => window.location.assign(LOGOUT_ADDRESS) },
  ]
}
