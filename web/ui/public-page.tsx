import type { ReactNode } from 'react'
import { useBootDone } from '../lib/boot.ts'
import { Mark } from './mark.tsx'
import { LanguageChoice, ThemeChoice } from './preference-choices.tsx'
import './public-page.css'

interface PublicPageProps {
  readonly title: string
  /** one line below the title; null: none */
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** A page for whoever is not logged in: one quiet column, without the shell. */
export function PublicPage({ title, lead, children }: PublicPageProps) {
  useBootDone()
  return (
    <div className="public">
      <main>
        <p className="mark">
          <Mark size={28} />
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
