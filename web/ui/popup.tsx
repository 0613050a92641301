import { IconChevronLeft } from '@tabler/icons-react'
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import './popup.css'

interface TriggerProps {
  id: string
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog'
}

type Align = 'start' | 'end'

interface PopupProps {
  /** what the popup is, for those who can't see it */
  label: string
  trigger: (props: TriggerProps) => ReactNode
  children: (close: () => void) => ReactNode
  /** which edge of the trigger it is aligned with */
  align?: Align
  className?: string
}

const GAP = 6
const MARGIN = 8
/** px that a list needs to be of use; with less room below, the popup opens above. */
const ENOUGH = 280

/** Puts the popup below its trigger, or above when there is more room, never out of the window. */
function place(popup: HTMLElement, trigger: HTMLElement, align: Align): void {
  const at = trigger.getBoundingClientRect()
  const below = innerHeight - at.bottom - GAP - MARGIN
  const above = at.top - GAP - MARGIN
  const isBelow = below >= Math.min(popup.scrollHeight, ENOUGH) || below >= above
  popup.style.maxHeight = `${Math.max(120, isBelow ? below : above)}px`
  const left = align === 'start' ? at.left : at.right - popup.offsetWidth
  popup.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - popup.offsetWidth - MARGIN))}px`
  popup.style.top = isBelow ? `${at.bottom + GAP}px` : 'auto'
  popup.style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + GAP}px`
}

function focusFirst(inside: HTMLElement): void {
  inside.querySelector<HTMLElement>('[data-first], input, button, a[href]')?.focus({ preventScroll: true })
}

interface PopupPartsProps<Part extends string> {
  /** the part that is shown in place of the list that leads to it */
  part: Part | undefined
  title: (part: Part) => string
  onBack: () => void
  children: ReactNode
}

/** A popup of several parts: a list leads to each of them, a button with its name leads back. The focus goes along. */
export function PopupParts<Part extends string>({ part, title, onBack, children }: PopupPartsProps<Part>) {
  const inside = useRef<HTMLDivElement>(null)
  const before = useRef(part)
  useEffect(() => {
    if (before.current !== part && inside.current) focusFirst(inside.current)
    before.current = part
  }, [part])
  return (
    <div className="popup-part" ref={inside}>
      {part === undefined ? null : (
        <Button variant="ghost" size="sm" className="popup-back" onClick={onBack}>
          <IconChevronLeft className="icon icon-14" aria-hidden="true" />
          {title(part)}
        </Button>
      )}
      {children}
    </div>
  )
}

/**
 * Something that opens from a button and floats: the browser's own popover, so that a click elsewhere and Escape close it
 * and the focus returns to the button. What is inside exists only while it is open.
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
        className={`popup on-float ${className}`}
        onToggle={toggled}
      >
        {isOpen ? children(close) : null}
      </dialog>
    </>
  )
}
