import { type Icon, IconDots } from '@tabler/icons-react'
import { classes } from '#web/lib/classes.ts'
import { Button } from './button.tsx'
import styles from './popup.module.css'
import { Popup } from './popup.tsx'

interface RowMenuItem {
  readonly text: string
  readonly Icon: Icon
  readonly isDanger?: boolean
  onAct(): void
}

interface RowMenuProps {
  /** names the row, too */
  readonly label: string
  readonly items: readonly RowMenuItem[]
  /** beside other buttons, not in a row */
  readonly isFramed?: boolean
}

/** What can be done with a row, behind three dots: each in words. */
export function RowMenu({ label, items, isFramed = false }: RowMenuProps) {
  return (
    <Popup
      label={label}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} variant={isFramed ? 'default' : 'ghost'} size="sm" square aria-label={label}>
          <IconDots className="icon" aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.list}>
          {items.map(({ text, Icon, isDanger = false, onAct }) => (
            <button
              key={text}
              type="button"
              className={classes(styles.item, isDanger && styles.danger)}
              onClick={() => {
                close()
                onAct()
              }}
            >
              <Icon className="icon icon-14" aria-hidden="true" />
              {text}
            </button>
          ))}
        </div>
      )}
    </Popup>
  )
}
