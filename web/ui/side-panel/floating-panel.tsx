import { Drawer } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { useScrollLock } from '../use-scroll-lock.ts'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import buttonStyles from '../button.module.css'
import styles from './side-panel.module.css'

const PANEL_PX = 456
/** As className, the class would be set on the overlay too. */
const CLASSES = { content: `${styles.floating} ${styles.panel} ${buttonStyles.onFloat}` }

interface FloatingPanelProps {
  readonly label: string
  readonly ref: Ref<HTMLDivElement>
  onClose(): void
  readonly children: ReactNode
}

/** The panel on narrow screens: over the list, with a focus trap; full screen on a phone. */
export function FloatingPanel({ label, ref, onClose, children }: FloatingPanelProps) {
  const isPhone = useMedia(PHONE)
  useScrollLock(true)
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      lockScroll={false}
      // the panel's own keys close it: Escape closes a dialog or a menu over it first
      closeOnEscape={false}
      position="right"
      size={isPhone ? '100%' : PANEL_PX}
      transitionProps={{ duration: 200 }}
      classNames={CLASSES}
    >
      <Drawer.Overlay backgroundOpacity={1} color="var(--scrim)" />
      <Drawer.Content aria-label={label} ref={ref}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  )
}
