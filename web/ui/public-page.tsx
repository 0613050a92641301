import type { ReactNode } from 'react'
import { useRemoveBootImage } from '../lib/boot.ts'
import { Logo } from './logo.tsx'
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx'
import styles from './public-page.module.css'

interface PublicPageProps {
  readonly title: string
  /** one line below the title; null for none */
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** A page without login: one column, without the shell. */
export function PublicPage({ title, lead, children }: PublicPageProps) {
  useRemoveBootImage()
  return (
    <div className={styles.public}>
      <main>
        <p className={styles.mark}>
          <Logo size={28} />
          Enlace
        </p>
        <h1>{title}</h1>
        {lead === null ? null : <p className="text-secondary">{lead}</p>}
        {children}
      </main>
      <footer>
        <LanguageChoice />
        <ThemeChoice />
      </footer>
    </div>
  )
}
