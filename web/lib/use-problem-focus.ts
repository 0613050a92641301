import { type RefObject, useEffect } from 'react'

/** Moves the focus to the first field of a form that is wrong, as often as `when` becomes another true value. */
export function useProblemFocus(form: RefObject<HTMLElement | null>, when: unknown): void {
  useEffect(() => {
    if (when) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, when])
}
