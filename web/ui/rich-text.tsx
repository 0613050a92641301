import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type RichBlock, type RichLine, type RichPiece, richText } from '#domain/rich-text.ts'
import './rich-text.css'

interface RichTextProps {
  readonly text: string
  /** which heading `## ` is: one below that of what stands around it */
  readonly heading: 'h2' | 'h3'
  /** how words look, such as with those marked that were searched for */
  readonly look?: ((text: string) => ReactNode) | undefined
}

type Look = (text: string) => ReactNode

/** A text that somebody wrote, drawn from its blocks: nothing of it is ever read as markup of the page. */
export function RichText({ text, heading, look = (plain) => plain }: RichTextProps) {
  return (
    <div className="rich">
      {richText(text).map((block, index) => (
        // blocks have no names, and a text is drawn anew as a whole
        <Block key={`${index}-${block.kind}`} block={block} heading={heading} look={look} />
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
        {block.lines.map((line, index) => (
          <span key={`${index}-${line.length}`} className="rich-line">
            <Line line={line} look={look} />
          </span>
        ))}
      </p>
    )
  }
  const items = block.items.map((item, index) => (
    <li key={`${index}-${item.length}`}>
      <Line line={item} look={look} />
    </li>
  ))
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Line({ line, look }: { line: RichLine; look: Look }) {
  return line.map((piece, index) => <Piece key={`${index}-${piece.kind}`} piece={piece} look={look} />)
}

function Piece({ piece, look }: { piece: RichPiece; look: Look }) {
  const text = look(piece.text)
  if (piece.kind === 'strong') return <strong>{text}</strong>
  if (piece.kind === 'emphasis') return <em>{text}</em>
  if (piece.kind === 'text') return text
  if (piece.href.startsWith('/')) return <Link to={piece.href}>{text}</Link>
  return (
    <a href={piece.href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}
