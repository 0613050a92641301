import { type ComponentProps, useEffect, useRef, useState } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'ref'> {
  /** what was filled in is on its way */
  readonly isPending: boolean
  /** where no dialog gives it the focus: its first field takes it */
  readonly startsFocused?: boolean
  onTry(): void
}

/** A form whose fields say themselves what is wrong: after each try, and after each answer, the first wrong one takes the focus. */
export function Form({ isPending, startsFocused = false, onTry, children, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const settled = isPending ? 0 : tries
  useEffect(() => {
    if (settled > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [settled])
  useEffect(() => {
    if (startsFocused) ref.current?.querySelector<HTMLElement>('input:not([tabindex="-1"])')?.focus()
  }, [startsFocused])
  return (
    <form
      {...rest}
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTries(tries + 1)
        onTry()
      }}
    >
      {children}
    </form>
  )
}
