import type { Icon } from '@tabler/icons-react'
import { Button } from './button.tsx'

interface RowActionProps {
  readonly Icon: Icon
  /** what it does, and to which row */
  readonly label: string
  /** it only asks: what it stands for is done in a dialog */
  readonly asks?: boolean
  onAct(): void
}

/** A small icon at the end of a row, for what can be done to it. */
export function RowAction({ Icon, label, asks = false, onAct }: RowActionProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      square
      {...(asks ? { 'aria-haspopup': 'dialog' } : {})}
      aria-label={label}
      title={label}
      onClick={onAct}
    >
      <Icon className="icon" aria-hidden="true" />
    </Button>
  )
}
