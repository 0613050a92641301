import type { ReactNode } from 'react'
import { useRemoveBootImage } from '../lib/boot.ts'
import { classes } from '../lib/classes.ts'
import { Logo } from './logo.tsx'
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx'
import styles from './public-page.module.css'

interface PublicPageProps {
  readonly title: string
  /** one line below the title; null for none */
  readonly lead: ReactNode
  /** it has much to read: less space above it */
  readonly isLong?: boolean
  /** beside the form, on wide screens */
  readonly face?: ReactNode
  readonly children: ReactNode
}

/** A page without login, without the shell: one column, or two with a face. */
export function PublicPage({ title, lead, isLong = false, face, children }: PublicPageProps) {
  useRemoveBootImage()
  return (
    <div className={classes(styles.public, isLong && styles.isLong, face !== undefined && styles.hasFace)}>
      <main>
        <p className={styles.mark}>
          <Logo size={28} />
          Enlace
        </p>
        <h1>{title}</h1>
        {lead === null ? null : <p className="text-secondary">{lead}</p>}
        {children}
      </main>
      {face === undefined ? null : <aside className={styles.face}>{face}</aside>}
      <footer>
        <LanguageChoice />
        <ThemeChoice />
      </footer>
    </div>
  )
}
