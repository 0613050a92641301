import { Fragment, type ReactNode } from 'react'

/** A sentence in which `<0/>`, `<1/>` and so on are parts that are not mere text. */
export function TextWithParts({ text, parts }: { readonly text: string; readonly parts: readonly ReactNode[] }) {
  const pieces = text.split(/<(\d)\/>/)
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>
  ))
}
