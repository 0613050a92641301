export interface TextPart {
  readonly text: string
  /** target of a link; undefined for plain text */
  readonly href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi
/** Punctuation at the end of an address, and a bracket that was opened before it, do not belong to it. */
const TAIL = /[.,;:!?…]+$/

function trimmed(found: string): string {
  let address = found.replace(TAIL, '')
  while (address.endsWith(')') && address.split(')').length > address.split('(').length)
    address = address.slice(0, -1).replace(TAIL, '')
  return address
}

/** A text in parts, with web addresses as links: only http and https. */
export function linksIn(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = trimmed(found)
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href: address })
    end = index + address.length
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts
}
