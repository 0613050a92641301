import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { UnreadableFile } from './unreadable-file.ts'

/** Tags within each other: those of sheets and strings are ten deep at most. */
const MAX_DEPTH = 64
/** Characters without a tag: the longest cell has 32 767, each of which a reference can write with ten; saxes holds all of them. */
const MAX_UNTAGGED = 1 << 20

type Attributes = Readonly<Record<string, string>>

export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Some programs write `x:row` for `row`; a part has one vocabulary, so the prefix is redundant. */
const localName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

function saxParser(handlers: XmlHandlers): Pick<SaxesParser, 'write' | 'close'> {
  const parser = new SaxesParser()
  const { open, close, text } = handlers
  let depth = 0
  let lastTag = 0
  parser.on('opentag', (tag) => {
    if (++depth > MAX_DEPTH) throw new UnreadableFile('oversized_spreadsheet')
    lastTag = parser.position
    open?.(localName(tag.name), tag.attributes as Attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    lastTag = parser.position
    close?.(localName(tag.name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  // no part of a spreadsheet has a DTD, and XML bombs are built of entities
  parser.on('doctype', () => {
    throw new UnreadableFile('broken_spreadsheet')
  })
  parser.on('error', (cause) => {
    throw new UnreadableFile('broken_spreadsheet', { cause })
  })
  const write = (xml: string): SaxesParser => {
    parser.write(xml)
    if (parser.position - lastTag > MAX_UNTAGGED) throw new UnreadableFile('oversized_spreadsheet')
    return parser
  }
  return { write, close: () => parser.close() }
}

/** Parses a part to its end. */
export async function parseXml(source: Readable, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXmlStream(source, handlers)) {
    // the handlers process each piece
  }
}

/** Parses a part as it arrives, and yields after each piece, so that the caller can process what has been collected. */
export async function* parseXmlStream(source: Readable, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = saxParser(handlers)
  const decoder = new TextDecoder()
  for await (const chunk of source) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  parser.close()
  yield
}
