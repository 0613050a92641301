/** A piece of a line: plain, strong, emphasised, or a link whose address is safe to follow. */
export type RichPiece =
  | { readonly kind: 'text' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

export type RichLine = readonly RichPiece[]

export type RichBlock =
  | { readonly kind: 'heading'; readonly line: RichLine }
  | { readonly kind: 'paragraph'; readonly lines: readonly RichLine[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly RichLine[] }

const PIECE = /\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g

/** Web pages, mail addresses and paths of the portal itself; no scheme that executes code. */
const SAFE_ADDRESS = /^(?:https?:\/\/[^\s/\\]|mailto:[^\s]|\/(?![/\\]))[^\s\\]*$/i

/**
 * Parses a line into pieces: `**strong**`, `*emphasised*`, `[text](address)`. Anything else stays as typed; a link with
 * an unsafe address stays text.
 */
export function richLine(text: string): RichLine {
  const pieces: RichPiece[] = []
  let from = 0
  const plain = (until: number) => {
    if (until > from) pieces.push({ kind: 'text', text: text.slice(from, until) })
  }
  for (const match of text.matchAll(PIECE)) {
    const piece = pieceOf(match)
    if (!piece) continue
    plain(match.index)
    pieces.push(piece)
    from = match.index + match[0].length
  }
  plain(text.length)
  return pieces
}

function pieceOf([, strong, emphasis, label, address]: RegExpExecArray): RichPiece | undefined {
  if (strong) return { kind: 'strong', text: strong }
  if (emphasis) return { kind: 'emphasis', text: emphasis }
  return label && address && SAFE_ADDRESS.test(address) ? { kind: 'link', text: label, href: address } : undefined
}

const HEADING = /^#{1,6} +/
const BULLET = /^[-•] +/
const NUMBER = /^\d{1,3}[.)] +/

function kindOf(line: string): 'heading' | 'bullets' | 'numbers' | 'paragraph' {
  if (HEADING.test(line)) return 'heading'
  if (BULLET.test(line)) return 'bullets'
  return NUMBER.test(line) ? 'numbers' : 'paragraph'
}

/**
 * Parses user text into blocks to render: headings (`## `), lists (`- `, `1. `) and paragraphs, separated by empty
 * lines. It produces no markup, so nothing typed can become part of the page's markup.
 */
export function richText(text: string): RichBlock[] {
  const blocks: RichBlock[] = []
  let open: { kind: ReturnType<typeof kindOf>; lines: string[] } | undefined
  const close = () => {
    if (open) blocks.push(blockOf(open.kind, open.lines))
    open = undefined
  }
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim()
    const kind = kindOf(line)
    if (line === '' || kind !== open?.kind || kind === 'heading') close()
    if (line === '') continue
    open ??= { kind, lines: [] }
    open.lines.push(line)
  }
  close()
  return blocks
}

function blockOf(kind: ReturnType<typeof kindOf>, lines: readonly string[]): RichBlock {
  if (kind === 'paragraph') return { kind, lines: lines.map(richLine) }
  if (kind === 'heading') return { kind, line: richLine(lines.join(' ').replace(HEADING, '')) }
  const mark = kind === 'numbers' ? NUMBER : BULLET
  return { kind: 'list', isOrdered: kind === 'numbers', items: lines.map((line) => richLine(line.replace(mark, ''))) }
}

const wordsOf = (line: RichLine): string => line.map(({ text }) => text).join('')

/** The text without formatting, one block per line, for searches. */
export function richTextToPlain(blocks: readonly RichBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return wordsOf(block.line)
      return (block.kind === 'list' ? block.items : block.lines).map(wordsOf).join('\n')
    })
    .join('\n')
}
