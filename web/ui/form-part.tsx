import type { ReactNode } from 'react'
import styles from './form-part.module.css'

/** A part of a long form, under its title and a line. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
