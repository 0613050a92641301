import type { Readable } from 'node:stream'

/** Whole lines of text that was copied out of the database, a chunk at a time, without its header. */
export async function* copiedLines(copied: Readable): AsyncGenerator<string> {
  let rest = ''
  let isHeader = true
  for await (const chunk of copied.setEncoding('utf8')) {
    const text = rest + chunk
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    const from = isHeader ? text.indexOf('\n') + 1 : 0
    if (end > 0) isHeader = false
    if (end > from) yield text.slice(from, end)
  }
}
