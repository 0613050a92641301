import type { Icon } from '@tabler/icons-react'
import { Button } from './button.tsx'

interface RowActionProps {
  readonly Icon: Icon
  /** names the action and the row */
  readonly label: string
  /** opens a dialog, which does the action */
  readonly opensDialog?: boolean
  onAct(): void
}

/** A small icon button at the end of a row. */
export function RowAction({ Icon, label, opensDialog = false, onAct }: RowActionProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      square
      {...(opensDialog ? { 'aria-haspopup': 'dialog' } : {})}
      aria-label={label}
      title={label}
      onClick={onAct}
    >
      <Icon className="icon" aria-hidden="true" />
    </Button>
  )
}
