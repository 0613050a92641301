import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { UnreadableFile } from './unreadable-file.ts'

type Attributes = Readonly<Record<string, string>>

export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Some programs write `x:row` for `row`; a part has one vocabulary, so the prefix is redundant. */
const localName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

function saxParser(handlers: XmlHandlers): SaxesParser {
  const parser = new SaxesParser()
  const { open, close, text } = handlers
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), tag.attributes as Attributes))
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)))
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
  return parser
}

export function parseXml(xml: string, handlers: XmlHandlers): void {
  saxParser(handlers).write(xml).close()
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
