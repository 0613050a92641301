import { Drawer } from '@mantine/core'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type Dispatch, type ReactNode, type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DOCKED, PHONE, useMedia } from '#web/lib/use-media.ts'
import buttonStyles from '../button.module.css'
import { IconButton } from '../button.tsx'
import { useScrollLock } from '../use-scroll-lock.ts'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import styles from './side-panel.module.css'

/** The way from a thing to its neighbours in the list. */
export interface Neighbours {
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  go(by: -1 | 1): void
}

export interface PanelProps {
  /** names the panel for screen readers */
  readonly label: string
  readonly neighbours: Neighbours
  /** the focus then returns to the list, unless it was there */
  onClose(): void
}

interface SidePanelProps extends PanelProps {
  readonly children: ReactNode
}

const TYPES = 'input:not([type="radio"], [type="checkbox"]), textarea, select'

/** Keys typed into a field or into a menu over the panel are not the panel's. */
function isForPanel({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof Element)) return false
  return !target.closest('[popover]') && !target.matches(TYPES)
}

/** Handles keys pressed in an element, from when it is there. */
function useKeys<E extends HTMLElement>(pressed: (event: KeyboardEvent) => void): [E | null, Dispatch<E | null>] {
  const [element, setElement] = useState<E | null>(null)
  useEffect(() => {
    element?.addEventListener('keydown', pressed)
    return () => element?.removeEventListener('keydown', pressed)
  })
  return [element, setElement]
}

/** Escape where nothing has the focus: the row that had it is gone from its list, as on a map that moves. */
function useLostEscape(onClose: () => void): void {
  useEffect(() => {
    const pressed = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && target === document.body && !defaultPrevented) onClose()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}

/** Something beside its list, or over it on narrow screens. J and K go through the list, Escape closes. */
export function SidePanel({ label, neighbours, onClose, children }: SidePanelProps) {
  const isDocked = useMedia(DOCKED)
  useLostEscape(onClose)
  const [panel, setPanel] = useKeys<HTMLDivElement>((event) => {
    if (!isForPanel(event)) return
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') {
      // the focused element may be removed with what is shown; the panel stays
      panel?.focus({ preventScroll: true })
      neighbours.go(key === 'j' ? 1 : -1)
    } else if (key === 'escape') onClose()
    else return
    event.preventDefault()
  })
  return isDocked ? (
    <aside
      className={`${styles.panel} ${styles.docked} ${buttonStyles.onFloat}`}
      aria-label={label}
      ref={setPanel}
      tabIndex={-1}
    >
      {children}
    </aside>
  ) : (
    <FloatingPanel label={label} onClose={onClose} ref={setPanel}>
      {children}
    </FloatingPanel>
  )
}

interface HeadProps extends Omit<PanelProps, 'label'> {
  /** its page, where it has one */
  readonly page?: LinkProps
  /** its title */
  readonly children: ReactNode
  /** below the title */
  readonly below?: ReactNode
}

/** The title, buttons to the neighbours, to the page of its own, and to close. */
export function PanelHead({ neighbours, page, onClose, below, children }: HeadProps) {
  const { t } = useTranslation()
  const step = (label: string, by: -1 | 1, isPossible: boolean, Icon: typeof IconChevronUp) => (
    <IconButton Icon={Icon} label={label} title={label} blocked={!isPossible} onClick={() => neighbours.go(by)} />
  )
  return (
    <div className={styles.head} tabIndex={-1} data-autofocus>
      <div className={styles.bar}>
        <div className={`row ${styles.steps}`}>
          {step(t('list.panel.previous'), -1, neighbours.hasPrevious, IconChevronUp)}
          {step(t('list.panel.next'), 1, neighbours.hasNext, IconChevronDown)}
          {page ? (
            <Link
              {...page}
              className={`${buttonStyles.ghost} ${buttonStyles.square} ${buttonStyles.small}`}
              aria-label={t('list.panel.expand')}
              title={t('list.panel.expand')}
            >
              <IconArrowsDiagonal className="icon" aria-hidden="true" />
            </Link>
          ) : null}
          <IconButton Icon={IconX} label={t('list.panel.close')} title={t('list.panel.close')} onClick={onClose} />
        </div>
        {children}
      </div>
      {below}
    </div>
  )
}

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
function FloatingPanel({ label, ref, onClose, children }: FloatingPanelProps) {
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
