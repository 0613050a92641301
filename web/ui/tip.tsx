import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import '@mantine/core/styles/Tooltip.css'
import styles from './tip.module.css'

interface TipProps {
  /** undefined: none for now; the child keeps the focus */
  readonly text: string | undefined
  readonly children: ReactElement
}

/** A tooltip on hover and focus. The child must accept a ref: a Button or a plain element. */
export function Tip({ text, children }: TipProps) {
  return (
    <Tooltip
      label={text}
      disabled={text === undefined}
      withArrow
      arrowSize={6}
      openDelay={300}
      events={{ hover: true, focus: true, touch: true }}
      classNames={{ tooltip: styles.tip }}
    >
      {children}
    </Tooltip>
  )
}
