import { Drawer } from '@mantine/core'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useSimDialog } from '#web/features/sims/actions/sim-dialog.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { useScrollLock } from '#web/ui/use-scroll-lock.ts'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import buttonStyles from '#web/ui/button.module.css'
import styles from './panel.module.css'

const PANEL_PX = 456
/** As className, the class would be set on the overlay too. */
const CLASSES = { content: `${styles.floating} ${styles.panel} ${buttonStyles.onFloat}` }

interface FloatingPanelProps {
  readonly label: string
  readonly panel: RefObject<HTMLElement | null>
  onClose(): void
  onKeyDown(event: KeyboardEvent): void
  readonly children: ReactNode
}

/** The panel on narrow screens: over the list, with a focus trap; full screen on a phone. */
export function FloatingPanel({ label, panel, onClose, onKeyDown, children }: FloatingPanelProps) {
  const isPhone = useMedia(PHONE)
  // Escape closes one layer at a time: first the dialog over the panel
  const isCovered = useSimDialog() !== undefined
  useScrollLock(true)
  const setPanel = (element: HTMLDivElement | null) => {
    panel.current = element
  }
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      lockScroll={false}
      closeOnEscape={!isCovered}
      position="right"
      size={isPhone ? '100%' : PANEL_PX}
      transitionProps={{ duration: 200 }}
      classNames={CLASSES}
    >
      <Drawer.Overlay backgroundOpacity={1} color="var(--scrim)" />
      <Drawer.Content aria-label={label} ref={setPanel} onKeyDown={onKeyDown}>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  )
}
