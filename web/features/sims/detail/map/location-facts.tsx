import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '#contract/call.ts'
import type { getSim } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { formatMoment } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { CIRCLE_RADIUS_M, MAP_ZOOM } from './geometry.ts'
import styles from './map.module.css'

/** In the usual format of maps: latitude first, decimal point. */
export const coordinateText = ([longitude, latitude]: Position): string => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const outsideAddress = ([longitude, latitude]: Position): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${MAP_ZOOM}/${latitude}/${longitude}`

export function Coordinates({ at }: { at: Position }) {
  const { t } = useTranslation()
  return (
    <span className="row">
      <span className="no-wrap tabular-numbers">{coordinateText(at)}</span>
      <CopyButton text={coordinateText(at)} what={t('simMap.coordinatesName')} />
    </span>
  )
}

/** Link to the position on an external map. */
export function OutsideLink({ at, className }: { at: Position; className: string | undefined }) {
  const { t } = useTranslation()
  return (
    <a className={className} href={outsideAddress(at)} target="_blank" rel="noopener noreferrer">
      {t('simMap.openOutside')}
      <span className="visually-hidden">{t('simMap.opensTab')}</span>
      <IconExternalLink className="icon icon-14" aria-hidden="true" />
    </a>
  )
}

interface LocationFactsProps {
  sim: CallData<typeof getSim>
  at: Position
  /** without a map its card has the coordinates */
  hasMap: boolean
}

/** The map's content in words: position, precision, time. */
export function LocationFacts({ sim, at, hasMap }: LocationFactsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.words}>
      <Facts
        names="above"
        facts={[
          { name: t('simMap.coordinates'), value: hasMap && <Coordinates at={at} /> },
          { name: t('simMap.located'), value: sim.locatedAt ? formatMoment(sim.locatedAt) : t('simMap.locatedUnknown') },
          { name: t('simMap.readAt'), value: formatMoment(sim.asOf) },
          { name: t('simMap.circle'), value: hasMap && t('simMap.circleText', { metres: CIRCLE_RADIUS_M }) },
        ]}
      />
    </div>
  )
}
