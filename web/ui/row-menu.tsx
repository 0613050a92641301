import { type Icon, IconDots } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import { IconButton } from './button.tsx'
import styles from './popup.module.css'
import { Popup } from './popup.tsx'

interface Line {
  readonly text: string
  readonly Icon: Icon
}

interface ActLine extends Line {
  readonly isDanger?: boolean
  onAct(): void
}

interface LinkLine extends Line {
  readonly link: Pick<LinkProps, 'to' | 'search'>
}

export type RowMenuItem = ActLine | LinkLine

interface RowMenuProps {
  /** names the row, too */
  readonly label: string
  readonly items: readonly RowMenuItem[]
  /** beside other buttons, not in a row */
  readonly isFramed?: boolean
  readonly size?: 'sm' | 'md'
  readonly tabIndex?: number
  /** over what can be done */
  readonly children?: ReactNode
}

/** What can be done with a row, behind three dots: each in words. */
export function RowMenu({ label, items, isFramed = false, size = 'sm', tabIndex, children }: RowMenuProps) {
  return (
    <Popup
      label={label}
      align="end"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          Icon={IconDots}
          variant={isFramed ? 'default' : 'ghost'}
          size={size}
          tabIndex={tabIndex}
          label={label}
        />
      )}
    >
      {(close) => (
        <div className={styles.list}>
          {children}
          {items.map((item) => (
            <MenuLine key={item.text} item={item} close={close} />
          ))}
        </div>
      )}
    </Popup>
  )
}

function MenuLine({ item, close }: { readonly item: RowMenuItem; close(): void }) {
  const { text, Icon: LineIcon } = item
  const content = (
    <>
      <LineIcon className="icon icon-14" aria-hidden="true" />
      {text}
    </>
  )
  if ('link' in item) {
    return (
      <Link {...item.link} className={styles.item}>
        {content}
      </Link>
    )
  }
  const act = () => {
    close()
    item.onAct()
  }
  return (
    <button type="button" className={classes(styles.item, item.isDanger && styles.danger)} onClick={act}>
      {content}
    </button>
  )
}
