import { type FormEvent, useState } from 'react'
import { isTypedIcc } from '../lib/define-search.ts'
import { Field } from './field.tsx'

interface IccFieldProps {
  /** the ICC of the filter; '' for none */
  readonly icc: string
  readonly label: string
  readonly hint: string
  /** error message for a text that is no ICC */
  readonly wrong: string
  onIcc(icc: string): void
}

/** Filters by one ICC once it is complete; spaces between groups are allowed. */
export function IccField({ icc, label, hint, wrong, onIcc }: IccFieldProps) {
  const [text, setText] = useState(icc)
  const [isInvalid, setInvalid] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const digits = text.replace(/\s/g, '')
    const isValid = digits === '' || isTypedIcc(digits)
    setInvalid(!isValid)
    if (isValid && digits !== icc) onIcc(digits)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label={label}
        placeholder={hint}
        type="search"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        problem={isInvalid ? wrong : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={submit}
      />
    </form>
  )
}
