import { IconChevronLeft } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { classes } from '#web/lib/classes.ts'
import buttonStyles from './button.module.css'
import { Button } from './button.tsx'
import styles from './popup.module.css'

interface TriggerProps {
  id: string
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
}

type Align = 'start' | 'end'

interface PopupProps {
  /** name of the popup for screen readers */
  label: string
  trigger: (props: TriggerProps) => ReactNode
  children: (close: () => void) => ReactNode
  /** which edge of the trigger it is aligned with */
  align?: Align
  className?: string
}

const GAP = 6
const MARGIN = 8
/** minimum height of a list, px; with less room below, the popup opens above */
const MIN_HEIGHT = 280

/** Puts the popup below its trigger, or above when there is more room, never out of the window. */
function place(popup: HTMLElement, trigger: HTMLElement, align: Align): void {
  const at = trigger.getBoundingClientRect()
  const below = innerHeight - at.bottom - GAP - MARGIN
  const above = at.top - GAP - MARGIN
  const isBelow = below >= Math.min(popup.scrollHeight, MIN_HEIGHT) || below >= above
  popup.style.maxHeight = `${Math.max(120, isBelow ? below : above)}px`
  const left = align === 'start' ? at.left : at.right - popup.offsetWidth
  popup.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - popup.offsetWidth - MARGIN))}px`
  popup.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto'
  popup.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`
}

function focusFirst(inside: HTMLElement): void {
  const first = inside.querySelector<HTMLElement>('[data-first]') ?? inside.querySelector<HTMLElement>('input, button, a[href]')
  first?.focus({ preventScroll: true })
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys go from line to line, and from a search field to the first one. */
function goToLine(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.item}`)]
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  const next = lines[at < 0 ? 0 : at + (step ?? 0)]
  if (step === undefined || !next || event.defaultPrevented || (at < 0 && !(event.target instanceof HTMLInputElement))) return
  event.preventDefault()
  const field = next.querySelector<HTMLElement>('input')
  ;(field ?? next).focus()
}

interface PopupGroupProps {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Lines under one name. What scrolls is the box around them: a fieldset does not, once a flex box makes it smaller (Chromium). */
export function PopupGroup({ label, className, children }: PopupGroupProps) {
  return (
    <div className={styles.list}>
      <fieldset className={classes(styles.group, className)} aria-label={label}>
        {children}
      </fieldset>
    </div>
  )
}

interface PopupPartsProps<Part extends string> {
  /** the open part; undefined shows the list of parts */
  part: Part | undefined
  title: (part: Part) => string
  onBack: () => void
  children: ReactNode
}

/** A popup of several parts: a list opens each of them, a button with its name returns. The focus follows. */
export function PopupParts<Part extends string>({ part, title, onBack, children }: PopupPartsProps<Part>) {
  const inside = useRef<HTMLDivElement>(null)
  const before = useRef(part)
  useEffect(() => {
    if (before.current !== part && inside.current) focusFirst(inside.current)
    before.current = part
  }, [part])
  return (
    <div className={styles.part} ref={inside}>
      {part === undefined ? null : (
        <Button variant="ghost" size="sm" className={styles.back} onClick={onBack}>
          <IconChevronLeft className="icon icon-14" aria-hidden="true" />
          {title(part)}
        </Button>
      )}
      {children}
    </div>
  )
}

/**
 * A floating layer that a button opens: a native popover, so that a click outside and Escape close it and the focus
 * returns to the button. Its content is mounted only while it is open.
 */
export function Popup({ label, trigger, children, align = 'start', className = '' }: PopupProps) {
  const id = useId()
  const triggerId = `${id}trigger`
  const [isOpen, setOpen] = useState(false)
  const popup = useRef<HTMLDialogElement>(null)
  const close = () => popup.current?.hidePopover()
  const toggled = (event: ToggleEvent<HTMLDialogElement>) => setOpen(event.newState === 'open')
  useEffect(() => {
    const element = popup.current
    const button = document.getElementById(triggerId)
    if (!isOpen || !element || !button) return
    const follow = () => place(element, button, align)
    follow()
    focusFirst(element)
    addEventListener('resize', follow)
    return () => removeEventListener('resize', follow)
  }, [isOpen, triggerId, align])
  return (
    <>
      {trigger({ id: triggerId, popoverTarget: id, 'aria-expanded': isOpen, 'aria-haspopup': 'dialog' })}
      <dialog
        ref={popup}
        id={id}
        popover="auto"
        aria-label={label}
        className={classes(`${styles.popup} ${buttonStyles.onFloat}`, className)}
        onToggle={toggled}
        onKeyDown={goToLine}
      >
        {isOpen ? children(close) : null}
      </dialog>
    </>
  )
}
