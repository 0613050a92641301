import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './map.module.css'
import { MapControls } from './map-controls.tsx'
import { ScaleBar } from './scale-bar.tsx'
import type { MapView } from './webgl-map.ts'

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
        {isLoading ? null : <MapControls zoomBy={zoomBy} homeLabel={t('simMap.recenter')} goHome={recenter} />}
        <ScaleBar zoom={view.zoom} latitude={view.center[1]} />
        <p className={styles.source}>{attribution}</p>
      </div>
      {note ? <figcaption className="text-small text-tertiary">{note}</figcaption> : null}
    </figure>
  )
}
