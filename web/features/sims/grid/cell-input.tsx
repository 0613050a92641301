import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pastedCells } from '#domain/pasted-cells.ts'
import styles from './cell-input.module.css'
import { type EditEnd, OWN_FIELD_MAX } from './own-fields.ts'

interface CellInputProps {
  readonly value: string
  readonly label: string
  onEnd(text: string, end: EditEnd): void
  /** several cells were pasted instead of a text */
  onCells(cells: readonly (readonly string[])[]): void
}

function endOf({ key, shiftKey, nativeEvent }: KeyboardEvent): EditEnd | undefined {
  // Enter chooses a suggestion of the keyboard for Chinese and others
  if (nativeEvent.isComposing) return undefined
  if (key === 'Enter') return 'down'
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  return key === 'Escape' ? 'cancel' : undefined
}

/** The field in a cell while it is edited. A cell that is left by any way but Escape keeps its text. */
export function CellInput({ value, label, onEnd, onCells }: CellInputProps) {
  const [text, setText] = useState(value)
  const latest = useRef({ text, onEnd, isOver: false })
  latest.current = { ...latest.current, text, onEnd }
  const finish = (end: EditEnd) => {
    if (latest.current.isOver) return
    latest.current.isOver = true
    onEnd(text, end)
  }
  useEffect(
    () => () => {
      // its row has been scrolled away
      const { isOver, text: typed, onEnd: end } = latest.current
      if (!isOver) end(typed, 'stay')
    },
    [],
  )
  const pressed = (event: KeyboardEvent) => {
    event.stopPropagation()
    const end = endOf(event)
    if (!end) return
    event.preventDefault()
    finish(end)
  }
  const pasted = (event: ClipboardEvent) => {
    event.stopPropagation()
    const cells = pastedCells(event.clipboardData.getData('text/plain'))
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    finish('cancel')
    onCells(cells)
  }
  return (
    <input
      className={styles.input}
      aria-label={label}
      value={text}
      maxLength={OWN_FIELD_MAX}
      autoComplete="off"
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: the user has asked to write here
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={pressed}
      onPaste={pasted}
      onBlur={() => finish('stay')}
    />
  )
}
