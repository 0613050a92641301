import { useTranslation } from 'react-i18next'
import { metresPerPixel } from '#domain/web-mercator.ts'
import { formatNumber } from '#web/lib/format.ts'
import { scaleBar } from './geometry.ts'
import styles from './map.module.css'

const SCALE_MAX_PX = 96

/** A round length on the map, at a latitude and a zoom as other maps count. */
export function ScaleBar({ zoom, latitude }: { zoom: number; latitude: number }) {
  const { t } = useTranslation()
  const { metres, px } = scaleBar(metresPerPixel(latitude, zoom), SCALE_MAX_PX)
  const length = metres < 1000 ? `${formatNumber(metres)} m` : `${formatNumber(metres / 1000)} km`
  return (
    <p className={`${styles.scale} tabular-numbers`} style={{ width: px }}>
      <span aria-hidden="true">{length}</span>
      <span className="visually-hidden">{t('simMap.scale', { length })}</span>
    </p>
  )
}
