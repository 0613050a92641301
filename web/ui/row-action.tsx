import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import tableStyles from './table.module.css'

interface RowActionProps {
  readonly Icon: Icon
  /** names the action and the row */
  readonly label: string
  /** seen beside the icon; it is in the label */
  readonly word?: string
  /** opens a dialog, which does the action */
  readonly opensDialog?: boolean
  onAct(): void
}

/** A small button at the end of a row: an icon, with a word or alone. */
export function RowAction({ Icon, label, word, opensDialog = false, onAct }: RowActionProps) {
  const button = { ...(opensDialog && { 'aria-haspopup': 'dialog' as const }), title: label, onClick: onAct }
  if (word === undefined) return <IconButton Icon={Icon} label={label} {...button} />
  return (
    <Button size="sm" variant="ghost" aria-label={label} {...button}>
      <Icon className="icon icon-14" aria-hidden="true" />
      {word}
    </Button>
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
