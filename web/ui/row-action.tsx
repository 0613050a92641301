import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import tableStyles from './table.module.css'

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
    <IconButton
      Icon={Icon}
      {...(opensDialog ? { 'aria-haspopup': 'dialog' } : {})}
      label={label}
      title={label}
      onClick={onAct}
    />
  )
}

interface RowButtonProps {
  /** names the action where the text of the row alone does not */
  readonly label?: string
  onOpen(): void
  readonly children: ReactNode
}

/** Opens a row in a dialog, or beside its list; reads like its text. */
export function RowButton({ label, onOpen, children }: RowButtonProps) {
  return (
    <button type="button" className={`${tableStyles.open} ellipsis`} aria-haspopup="dialog" aria-label={label} onClick={onOpen}>
      {children}
    </button>
  )
}
