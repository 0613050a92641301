import type { ReactNode } from 'react'

interface ScrollAreaProps {
  /** name for screen readers */
  readonly label: string
  readonly className: string | undefined
  readonly children: ReactNode
}

/** A scrolling part without focusable content: it is focusable, so that arrow keys scroll it (WCAG 2.1.1). */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: not every browser lets the keyboard into what scrolls
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
