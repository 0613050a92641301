import type { TFunction } from 'i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import { countryName } from '#domain/country-names.ts'
import { bearing, compassPoint, distanceM, type Position } from '#domain/geodesy.ts'
import type { Language } from '#domain/languages.ts'
import { formatNumber } from '#web/lib/format.ts'

/** Within this distance of its centre, a position is in a town. */
const IN_TOWN_M = 2000

export const placeOf = ({ longitude, latitude }: TownAround): Position => [longitude, latitude]

export const kmText = (metres: number): string => `${formatNumber(Math.round(metres / 1000))} km`

/** A town with its region, where that has another name, and its country. */
export function townText({ name, region, country }: TownAround, language: Language): string {
  const parts = [name[language], region[language], countryName(country, language)]
  return [...new Set(parts.filter(Boolean))].join(', ')
}

/** In the usual format of maps: latitude first, decimal point. */
export const coordinateText = ([longitude, latitude]: Position): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

/** A position in words: in a town, or distance and direction from the nearest; its coordinates where none is known. */
export function placeText(t: TFunction, language: Language, at: Position, nearest: TownAround | null | undefined): string {
  if (!nearest) return coordinateText(at)
  const metres = distanceM(placeOf(nearest), at)
  const town = townText(nearest, language)
  if (metres < IN_TOWN_M) return t('simMap.inTown', { town })
  const way = t(`simMap.way.${compassPoint(bearing(placeOf(nearest), at))}`)
  return t('simMap.nearTown', { distance: kmText(metres), way, town })
}
