import { IconCurrentLocation, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import styles from './map.module.css'
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
        <ScaleBar zoom={view.zoom} latitude={view.center[1]} />
        <p className={styles.source}>{attribution}</p>
      </div>
      {note ? <figcaption className="text-small text-tertiary">{note}</figcaption> : null}
    </figure>
  )
}
