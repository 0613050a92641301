import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type RichBlock, type RichLine, type RichPiece, richText, richTextToPlain } from '#domain/rich-text.ts'
import './rich-text.css'

interface Reading {
  /** how words look, such as with those marked that were searched for */
  readonly look: (text: string) => ReactNode
  /** where a link leads; undefined: nowhere here, and only its words are shown */
  readonly hrefOf: (href: string) => string | undefined
}

type Heading = 'h2' | 'h3' | 'h4'

interface RichTextProps extends Partial<Reading> {
  readonly text: string
  /** which heading `## ` is: one below that of what stands around it */
  readonly heading: Heading
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
export function RichText({ text, heading, look = (plain) => plain, hrefOf = (href) => href }: RichTextProps) {
  const reading = { look, hrefOf }
  return (
    <div className="rich">
      {keyed(richText(text), (block) => richTextToPlain([block])).map(({ key, item }) => (
        <Block key={key} block={item} heading={heading} reading={reading} />
      ))}
    </div>
  )
}

function Block({ block, heading: Heading, reading }: { block: RichBlock; heading: Heading; reading: Reading }) {
  if (block.kind === 'heading') {
    return (
      <Heading>
        <Line line={block.line} reading={reading} />
      </Heading>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        {keyed(block.lines, wordsOfLine).map(({ key, item }) => (
          <span key={key} className="rich-line">
            <Line line={item} reading={reading} />
          </span>
        ))}
      </p>
    )
  }
  const items = keyed(block.items, wordsOfLine).map(({ key, item }) => (
    <li key={key}>
      <Line line={item} reading={reading} />
    </li>
  ))
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Line({ line, reading }: { line: RichLine; reading: Reading }) {
  return keyed(line, ({ text }) => text).map(({ key, item }) => <Piece key={key} piece={item} reading={reading} />)
}

function Piece({ piece, reading: { look, hrefOf } }: { piece: RichPiece; reading: Reading }) {
  const text = look(piece.text)
  if (piece.kind !== 'link')
    return piece.kind === 'strong' ? <strong>{text}</strong> : piece.kind === 'emphasis' ? <em>{text}</em> : text
  const href = hrefOf(piece.href)
  if (href === undefined) return text
  if (href.startsWith('/')) return <Link to={href}>{text}</Link>
  if (href.startsWith('#')) return <a href={href}>{text}</a>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}
