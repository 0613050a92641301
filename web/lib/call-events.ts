import type { z } from 'zod'
import type { Call, CallArguments } from '#contract/call.ts'
import { type CallOptions, callStream } from './call.ts'

export type EventOf<C extends Call> = C['events'] extends z.ZodType ? z.output<C['events']> : never

/**
 * The data of one event of a stream (HTML standard, section 9.2.6); undefined for a comment or a block without data.
 */
export function eventData(block: string): string | undefined {
  const lines = block.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'))
  if (lines.length === 0) return undefined
  return lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n')
}

const BLANK_LINE = /\r\n\r\n|\n\n|\r\r/

/** The events of a text in chunks, which may be split anywhere. */
export async function* eventsIn(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const blocks = (rest + piece).split(BLANK_LINE)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = eventData(block)
      if (data !== undefined) yield data
    }
  }
}

async function* textOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => null)
  }
}

/** A call's server-sent events until the server closes the stream. Throws as `call` does. */
export async function* callEvents<const C extends Call>(
  entry: C,
  args: CallArguments<C>,
  options: CallOptions = {},
): AsyncGenerator<EventOf<C>> {
  for await (const data of eventsIn(textOf(await callStream(entry, args, options)))) yield JSON.parse(data)
}
