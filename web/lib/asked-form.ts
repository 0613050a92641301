import { useEffect, useRef } from 'react'

/** A form, dialog or list that the header's search can ask for, or that search itself. */
export type AskedForm =
  | 'alarm'
  | 'bell'
  | 'user'
  | 'company'
  | 'import'
  | 'export'
  | 'simAction'
  | 'operation'
  | 'reverse'
  | 'search'

interface Asked {
  readonly form: AskedForm
  /** what it is about, such as an ICC and an action; '' without a subject */
  readonly subject: string
  readonly at: number
}

/** A screen that has not shown by then was not reached, ms. */
const EXPIRES_MS = 10_000

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Has a form opened by its screen, now or as soon as that shows. */
export function askForm(form: AskedForm, subject = ''): void {
  asked = { form, subject, at: Date.now() }
  for (const listener of [...listeners]) listener()
}

/** Opens a form of this screen when it is asked for. */
export function useAskedForm(form: AskedForm, open: (subject: string) => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const take = () => {
      if (asked?.form !== form) return
      const { subject, at } = asked
      asked = undefined
      if (Date.now() - at < EXPIRES_MS) latest.current(subject)
    }
    take()
    listeners.add(take)
    return () => void listeners.delete(take)
  }, [form])
}
