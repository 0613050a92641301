import type { ReactNode } from 'react'

interface ScrollAreaProps {
  /** what it holds, for a screen reader */
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/** A part with nothing in it to focus that scrolls within itself: it takes the focus, so that arrow keys move it (WCAG 2.1.1). */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: not every browser lets the keyboard into what scrolls
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
