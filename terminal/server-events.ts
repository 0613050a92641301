/** The data of server-sent events, as they come; ends with the stream, also when it is cut. */
export async function* eventsOf(response: Response): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? new ReadableStream<Uint8Array>()) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
      if (data.length > 0) yield JSON.parse(data.join('\n'))
    }
  }
}
