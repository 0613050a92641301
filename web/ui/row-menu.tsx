import { type Icon, IconDots } from '@tabler/icons-react'
import { Button } from './button.tsx'
import styles from './popup.module.css'
import { Popup } from './popup.tsx'

interface RowMenuProps {
  /** names the row, too */
  readonly label: string
  readonly items: readonly { readonly text: string; readonly Icon: Icon; onAct(): void }[]
}

/** What can be done with a row, behind three dots: each in words. */
export function RowMenu({ label, items }: RowMenuProps) {
  return (
    <Popup
      label={label}
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} variant="ghost" size="sm" square aria-label={label}>
          <IconDots className="icon" aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.list}>
          {items.map(({ text, Icon, onAct }) => (
            <button
              key={text}
              type="button"
              className={styles.item}
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
