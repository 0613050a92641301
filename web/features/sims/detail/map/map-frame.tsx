import { IconCurrentLocation, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { metresPerPixel } from '#domain/web-mercator.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { scaleBar } from './geometry.ts'
import styles from './map.module.css'
import type { MapView } from './webgl-map.ts'

const SCALE_MAX_PX = 96

function ScaleBar({ view }: { view: MapView }) {
  const { t } = useTranslation()
  const { metres, px } = scaleBar(metresPerPixel(view.center[1], view.zoom), SCALE_MAX_PX)
  const length = metres < 1000 ? `${formatNumber(metres)} m` : `${formatNumber(metres / 1000)} km`
  return (
    <p className={`${styles.scale} tabular-numbers`} style={{ width: px }}>
      <span aria-hidden="true">{length}</span>
      <span className="visually-hidden">{t('simMap.scale', { length })}</span>
    </p>
  )
}

interface MapFrameProps {
  view: MapView
  isLoading: boolean
  attribution: string
  note: string | undefined
  zoomBy: (steps: number) => void
  recenter: () => void
  children: ReactNode
}

/** The frame of the map: buttons, scale, attribution, a note about missing tiles. */
export function MapFrame({ view, isLoading, attribution, note, zoomBy, recenter, children }: MapFrameProps) {
  const { t } = useTranslation()
  const buttons = [
    { label: t('simMap.zoomIn'), Icon: IconPlus, act: () => zoomBy(1) },
    { label: t('simMap.zoomOut'), Icon: IconMinus, act: () => zoomBy(-1) },
    { label: t('simMap.recenter'), Icon: IconCurrentLocation, act: recenter },
  ]
  return (
    <figure className={styles.figure}>
      <div
        className={styles.frame}
        data-map={isLoading ? 'loading' : 'webgl'}
        aria-busy={isLoading}
        data-zoom={view.zoom}
        data-radius-m={view.radiusM}
      >
        {children}
        {isLoading ? null : (
          <div className={styles.buttons}>
            {buttons.map(({ label, Icon, act }) => (
              <Button key={label} size="sm" square aria-label={label} title={label} onClick={act}>
                <Icon className="icon icon-14" aria-hidden="true" />
              </Button>
            ))}
          </div>
        )}
        <ScaleBar view={view} />
        <p className={styles.source}>{attribution}</p>
      </div>
      {note ? <figcaption className="text-small text-tertiary">{note}</figcaption> : null}
    </figure>
  )
}
