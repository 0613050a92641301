import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { CallError } from '../lib/call.ts'
import { Button } from './button.tsx'

/** Files with a table: SIMs, lines of operations, charging records. */
const TABLE_FILES = '.csv,.tsv,.txt,.xlsx'

interface FileUploadOptions<Data> {
  readonly maxBytes: number
  /** message about a larger file, which is not sent */
  readonly tooLarge: string
  onSuccess?(data: Data): void
}

/** Uploads a chosen or dropped file; `problem` is the message about the last one. */
export function useFileUpload<Data>(
  { mutate, error, isPending }: Pick<UseMutationResult<Data, Error, File>, 'mutate' | 'error' | 'isPending'>,
  { maxBytes, tooLarge, onSuccess }: FileUploadOptions<Data>,
) {
  const [isTooLarge, setTooLarge] = useState(false)
  const start = (file: File | undefined) => {
    if (!file || isPending) return
    setTooLarge(file.size > maxBytes)
    if (file.size <= maxBytes) mutate(file, { onSuccess: (data) => onSuccess?.(data) })
  }
  const failure = error instanceof CallError ? (error.fields.file ?? error.message) : error?.message
  return { start, problem: isPending ? undefined : isTooLarge ? tooLarge : failure }
}

/** Props of an element that takes a dropped file, and whether a file is over it. */
export function useDropZone(onFile: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  const zone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFile(event.dataTransfer.files[0])
    },
  }
  return { isOver, zone }
}

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> {
  /** name of the file input, and text of the button unless it has children */
  readonly label: string
  readonly children?: ReactNode
  readonly accept?: string
  onFile(file: File): void
}

/** A button that opens the browser's file chooser. */
export function FileButton({ label, accept = TABLE_FILES, onFile, children = label, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // the same file, corrected, can be chosen again
          target.value = ''
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
