/** The data of server-sent events, as they come; ends with the stream, also when it is cut. */
export async function* eventsOf(response: Response): AsyncGenerator<unknown, void, undefined> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        if (data.length > 0) yield JSON.parse(data.join('\n'))
      }
    }
  } finally {
    await reader.cancel()
  }
}
