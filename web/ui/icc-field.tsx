import { type FormEvent, useState } from 'react'
import { isTypedIcc } from '../lib/define-search.ts'
import { Field } from './field.tsx'

interface IccFieldProps {
  /** the one that is filtered by; '' for none */
  readonly icc: string
  readonly label: string
  readonly hint: string
  /** said at the field when what was typed is no ICC */
  readonly wrong: string
  onIcc(icc: string): void
}

/** Filters by one ICC, once it is typed whole; groups of digits may stand apart. */
export function IccField({ icc, label, hint, wrong, onIcc }: IccFieldProps) {
  const [text, setText] = useState(icc)
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.replace(/\s/g, '')
    const isRight = wanted === '' || isTypedIcc(wanted)
    setWrong(!isRight)
    if (isRight && wanted !== icc) onIcc(wanted)
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
        error={isWrong ? wrong : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={submit}
      />
    </form>
  )
}
