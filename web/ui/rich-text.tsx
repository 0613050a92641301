import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { plainText, type RichBlock, type RichLine, type RichPiece, richText } from '#domain/rich-text.ts'
import './rich-text.css'

type Look = (text: string) => ReactNode

interface RichTextProps {
  readonly text: string
  /** which heading `## ` is: one below that of what stands around it */
  readonly heading: 'h2' | 'h3'
  /** how words look, such as with those marked that were searched for */
  readonly look?: Look
}

interface Keyed<T> {
  readonly key: string
  readonly item: T
}

/** Things without names, each with a key: its words, numbered where they come again. */
function keyed<T>(items: readonly T[], wordsOf: (item: T) => string): Keyed<T>[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const words = wordsOf(item)
    const before = seen.get(words) ?? 0
    seen.set(words, before + 1)
    return { key: `${words}#${before}`, item }
  })
}

const wordsOfLine = (line: RichLine): string => line.map(({ text }) => text).join('')

/** A text that somebody wrote, drawn from its blocks: nothing of it is ever read as markup of the page. */
export function RichText({ text, heading, look = (plain) => plain }: RichTextProps) {
  return (
    <div className="rich">
      {keyed(richText(text), (block) => plainText([block])).map(({ key, item }) => (
        <Block key={key} block={item} heading={heading} look={look} />
      ))}
    </div>
  )
}

function Block({ block, heading: Heading, look }: { block: RichBlock; heading: 'h2' | 'h3'; look: Look }) {
  if (block.kind === 'heading') {
    return (
      <Heading>
        <Line line={block.line} look={look} />
      </Heading>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        {keyed(block.lines, wordsOfLine).map(({ key, item }) => (
          <span key={key} className="rich-line">
            <Line line={item} look={look} />
          </span>
        ))}
      </p>
    )
  }
  const items = keyed(block.items, wordsOfLine).map(({ key, item }) => (
    <li key={key}>
      <Line line={item} look={look} />
    </li>
  ))
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Line({ line, look }: { line: RichLine; look: Look }) {
  return keyed(line, ({ text }) => text).map(({ key, item }) => <Piece key={key} piece={item} look={look} />)
}

function Piece({ piece, look }: { piece: RichPiece; look: Look }) {
  const text = look(piece.text)
  if (piece.kind !== 'link')
    return piece.kind === 'strong' ? <strong>{text}</strong> : piece.kind === 'emphasis' ? <em>{text}</em> : text
  if (piece.href.startsWith('/')) return <Link to={piece.href}>{text}</Link>
  return (
    <a href={piece.href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}
