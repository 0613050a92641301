import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { areaName, keptAreas, LOCK_AREAS_MAX, offeredAreas, parseArea } from '#domain/area-locks.ts'
import type { Language } from '#domain/languages.ts'
import { plainText } from '#domain/plain-text.ts'
import { language } from '#web/lib/preferences.ts'
import { TagsField } from '#web/ui/tags-field.tsx'

interface AreasFieldProps {
  /** codes of countries and networks */
  readonly areas: readonly string[]
  readonly problem: string | undefined
  onAreas(areas: string[]): void
}

/** The names of areas with their codes, and the code of a name or code that was typed. */
function areaNames(spoken: Language) {
  const offered = offeredAreas(spoken).map((area) => ({ area, name: areaName(area, spoken) }))
  const byName = new Map(offered.map(({ area, name }) => [plainText(name), area]))
  return {
    known: offered.map(({ name }) => ({ name })),
    // a network without a name is shown by its code, which comes first
    codeOf: (text: string): string | undefined =>
      byName.get(plainText(text)) ?? parseArea(text) ?? parseArea(text.split(' ')[0] ?? ''),
  }
}

/** Countries and networks in which SIMs may be, as chips: chosen by name, or typed by code. */
export function AreasField({ areas, problem, onAreas }: AreasFieldProps) {
  const { t } = useTranslation()
  const spoken = language.get()
  const { known, codeOf } = useMemo(() => areaNames(spoken), [spoken])
  const typedName = (text: string): string | undefined => {
    const code = codeOf(text)
    return code && areaName(code, spoken)
  }
  return (
    <TagsField
      label={t('simLock.areas')}
      hint={t('simLock.areasHint', { count: LOCK_AREAS_MAX })}
      names={areas.map((area) => areaName(area, spoken))}
      known={known}
      takesNew={typedName}
      problem={problem}
      onNames={(names) => onAreas(keptAreas(names.map((name) => codeOf(name) ?? '')))}
    />
  )
}
