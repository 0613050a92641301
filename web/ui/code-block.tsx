import type { ReactNode } from 'react'
import { classes } from '#web/lib/classes.ts'
import styles from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import { ScrollArea } from './scroll-area.tsx'

/** A part of a text; with its kind it has a colour: what is called, where, and with what. */
export type CodePart = string | readonly [kind: 'command' | 'address' | 'value', text: string]
export type CodeText = string | readonly CodePart[]

interface CodeBlockProps {
  readonly title: string
  readonly text: CodeText
  /** what the button copies, where the text shows a part of it */
  readonly copied?: string
  /** what screen readers say it copies, the title by default: 'Copiar curl' */
  readonly what?: string
  readonly className?: string | undefined
}

const plainText = (text: CodeText): string =>
  typeof text === 'string' ? text : text.map((part) => (typeof part === 'string' ? part : part[1])).join('')

/** Text for a program, or by one, with a button that copies it. */
export function CodeBlock({ title, text, copied = plainText(text), what = title.toLowerCase(), className }: CodeBlockProps) {
  return (
    <figure className={classes(styles.block, className)}>
      <figcaption className={styles.head}>
        <span className="text-small text-secondary">{title}</span>
        <CopyButton text={copied} what={what} />
      </figcaption>
      <ScrollArea className={styles.text} label={title}>
        {typeof text === 'string' ? text : text.map(coloured)}
      </ScrollArea>
    </figure>
  )
}

function coloured(part: CodePart): ReactNode {
  if (typeof part === 'string') return part
  const [kind, text] = part
  return (
    <span key={text} className={styles[kind]}>
      {text}
    </span>
  )
}
