import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type RichBlock, type RichLine, type RichPiece, richText, richTextToPlain } from '#domain/rich-text.ts'
import styles from './rich-text.module.css'

interface Renderers {
  /** renders plain text, for example with search matches highlighted */
  readonly renderText: (text: string) => ReactNode
  /** resolves a link; undefined shows its text only */
  readonly hrefOf: (href: string) => string | undefined
  /** the anchor of a heading; undefined: none */
  readonly anchorOf: (heading: string) => string | undefined
}

type Heading = 'h2' | 'h3' | 'h4'

interface RichTextProps extends Partial<Renderers> {
  readonly text: string
  /** level of `## `: one below the heading around it */
  readonly heading: Heading
}

interface Keyed<T> {
  readonly key: string
  readonly item: T
}

/** Items without ids, each with a key: its text, numbered when it repeats. */
function keyed<T>(items: readonly T[], textOf: (item: T) => string): Keyed<T>[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const text = textOf(item)
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return { key: `${text}#${before}`, item }
  })
}

const textOfLine = (line: RichLine): string => line.map(({ text }) => text).join('')

/** Renders a user's text from its blocks: none of it is parsed as HTML. */
export function RichText({
  text,
  heading,
  renderText = (plain) => plain,
  hrefOf = (href) => href,
  anchorOf = () => undefined,
}: RichTextProps) {
  const renderers = { renderText, hrefOf, anchorOf }
  return (
    <div className={styles.rich}>
      {keyed(richText(text), (block) => richTextToPlain([block])).map(({ key, item }) => (
        <Block key={key} block={item} heading={heading} renderers={renderers} />
      ))}
    </div>
  )
}

function Block({ block, heading: Heading, renderers }: { block: RichBlock; heading: Heading; renderers: Renderers }) {
  if (block.kind === 'heading') {
    return (
      <Heading id={renderers.anchorOf(textOfLine(block.line))}>
        <Line line={block.line} renderers={renderers} />
      </Heading>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        {keyed(block.lines, textOfLine).map(({ key, item }) => (
          <span key={key} className={styles.line}>
            <Line line={item} renderers={renderers} />
          </span>
        ))}
      </p>
    )
  }
  const items = keyed(block.items, textOfLine).map(({ key, item }) => (
    <li key={key}>
      <Line line={item} renderers={renderers} />
    </li>
  ))
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Line({ line, renderers }: { line: RichLine; renderers: Renderers }) {
  return keyed(line, ({ text }) => text).map(({ key, item }) => <Piece key={key} piece={item} renderers={renderers} />)
}

function Piece({ piece, renderers: { renderText, hrefOf } }: { piece: RichPiece; renderers: Renderers }) {
  const text = renderText(piece.text)
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
