import { IconCurrentLocation, IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/ui/button.tsx'
import styles from './map.module.css'

interface MapControlsProps {
  readonly zoomBy: (steps: number) => void
  /** what the last button shows again */
  readonly homeLabel: string
  readonly goHome: () => void
}

/** The buttons on a map. */
export function MapControls({ zoomBy, homeLabel, goHome }: MapControlsProps) {
  const { t } = useTranslation()
  const buttons = [
    { label: t('simMap.zoomIn'), Icon: IconPlus, act: () => zoomBy(1) },
    { label: t('simMap.zoomOut'), Icon: IconMinus, act: () => zoomBy(-1) },
    { label: homeLabel, Icon: IconCurrentLocation, act: goHome },
  ]
  return (
    <div className={styles.buttons}>
      {buttons.map(({ label, Icon, act }) => (
        <IconButton key={label} Icon={Icon} iconClass="icon-14" variant="default" label={label} title={label} onClick={act} />
      ))}
    </div>
  )
}
