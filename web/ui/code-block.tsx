import { classes } from '#web/lib/classes.ts'
import styles from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import { ScrollArea } from './scroll-area.tsx'

interface CodeBlockProps {
  readonly title: string
  readonly text: string
  /** what the button copies, where the text shows a part of it */
  readonly copied?: string
  /** what screen readers say it copies, the title by default: 'Copiar curl' */
  readonly what?: string
  readonly className?: string | undefined
}

/** Text for a program, or by one, with a button that copies it. */
export function CodeBlock({ title, text, copied = text, what = title.toLowerCase(), className }: CodeBlockProps) {
  return (
    <figure className={classes(styles.block, className)}>
      <figcaption className={styles.head}>
        <span className="text-small text-secondary">{title}</span>
        <CopyButton text={copied} what={what} />
      </figcaption>
      <ScrollArea className={styles.text} label={title}>
        {text}
      </ScrollArea>
    </figure>
  )
}
