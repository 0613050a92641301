import { IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import styles from './map.module.css'
import { kmText, placeOf } from './place-words.ts'
import { placePointers, type Size } from './pointers.ts'

interface PointerLabelsProps {
  at: Position
  towns: readonly TownAround[]
  view: { readonly center: Position; readonly zoom: number }
  size: Size
}

/** Pointers at the edge of the map to towns beyond it, with direction and distance from the SIM. */
export function PointerLabels({ at, towns, view, size }: PointerLabelsProps) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const targets = towns.map((town) => ({ name: town.name[shown], place: placeOf(town) }))
  return (
    <ul className={styles.pointers} data-pointers="">
      {placePointers(targets, view, size, at).map(({ name, distanceM, x, y, degrees }) => (
        <li key={`${name} ${distanceM}`} style={{ left: x, top: y }}>
          <IconArrowUp className="icon icon-14" style={{ rotate: `${degrees}deg` }} aria-hidden="true" />
          <span aria-hidden="true">
            {name} <span className="text-tertiary tabular-numbers">{kmText(distanceM)}</span>
          </span>
          <span className="visually-hidden">{t('simMap.pointer', { name, distance: kmText(distanceM) })}</span>
        </li>
      ))}
    </ul>
  )
}
