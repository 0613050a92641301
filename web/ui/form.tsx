import { type ComponentProps, useEffect, useRef, useState } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate' | 'ref'> {
  /** the form is being submitted */
  readonly isPending: boolean
  /** focuses the first field on mount; a dialog does it by itself, unless the form loads after it has opened */
  readonly startsFocused?: boolean
  onAttempt(): void
}

/**
 * A form whose fields show their own errors: after each attempt, and after each response, the first invalid field gets
 * the focus.
 */
export function Form({ isPending, startsFocused = false, onAttempt, children, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  const finished = isPending ? 0 : attempts
  useEffect(() => {
    if (finished > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [finished])
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
        setAttempts(attempts + 1)
        onAttempt()
      }}
    >
      {children}
    </form>
  )
}
