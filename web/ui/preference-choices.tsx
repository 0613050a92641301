import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { changeLanguage } from '../i18n/i18n.ts'
import { density, language, theme, usePreference } from '../lib/preferences.ts'
import { Choice } from './choice.tsx'

export function ThemeChoice({ withWords = false }: { withWords?: boolean }) {
  const { t } = useTranslation()
  const option = (value: 'light' | 'dark' | 'system', Icon: typeof IconSun) => ({
    value,
    ...(withWords ? {} : { label: t(`common.${value}`) }),
    text: (
      <>
        <Icon className="icon icon-14" aria-hidden="true" />
        {withWords ? t(`common.${value}`) : null}
      </>
    ),
  })
  return (
    <Choice
      label={t('common.theme')}
      value={usePreference(theme)}
      onChange={theme.set}
      options={[option('light', IconSun), option('dark', IconMoon), option('system', IconDeviceDesktop)]}
    />
  )
}

/** Each language has its own name. */
export function LanguageChoice() {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('common.language')}
      value={usePreference(language)}
      onChange={(value) => void changeLanguage(value)}
      options={[
        { value: 'es', text: <span lang="es">Español</span> },
        { value: 'en', text: <span lang="en">English</span> },
      ]}
    />
  )
}

export function DensityChoice() {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('common.density')}
      value={usePreference(density)}
      onChange={density.set}
      options={[
        {
          value: 'compact',
          label: t('common.compact'),
          text: <IconBaselineDensitySmall className="icon icon-14" aria-hidden="true" />,
        },
        {
          value: 'comfortable',
          label: t('common.comfortable'),
          text: <IconBaselineDensityMedium className="icon icon-14" aria-hidden="true" />,
        },
      ]}
    />
  )
}
