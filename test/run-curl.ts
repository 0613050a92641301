/** A command line's words: quotes as a shell reads them, and variables where it puts them in. */
function wordsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
  const parts = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\\n|(\s+)|([^\s'"\\]+)/gy
  const filled = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? '')
  const words: string[] = []
  let word: string | undefined
  let end = 0
  for (const match of command.matchAll(parts)) {
    const [whole, single, double, blank, plain] = match
    end = match.index + whole.length
    if (blank !== undefined || whole === '\\\n') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + (single ?? filled(double ?? plain ?? ''))
  }
  if (end !== command.length) throw new Error(`not understood: ${command.slice(end)}`)
  return word === undefined ? words : [...words, word]
}

/** Emulates curl with the options of the API's examples only, so that an example cannot use another one unnoticed. */
export async function runCurl(command: string, variables: Readonly<Record<string, string>>): Promise<Response> {
  const [program, ...words] = wordsOf(command, variables)
  if (program !== 'curl') throw new Error(`not curl: ${command}`)
  const headers = new Headers()
  let [method, address, body]: [string | undefined, string, string | undefined] = [undefined, '', undefined]
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const value = () => words[++at] ?? ''
    if (word === '-X') method = value()
    else if (word === '-d') body = value()
    // the file that it names holds a line
    else if (word === '--data-binary') body = value() && 'ICC\n89560300000000000011\n'
    else if (word === '--cookie') headers.set('cookie', value())
    else if (word === '-H') {
      const [, name = '', text = ''] = /^([^:]+):\s*(.*)$/.exec(value()) ?? []
      headers.set(name, text)
    } else if (word.startsWith('-')) throw new Error(`an option that is not known here: ${word}`)
    else address = word
  }
  const verb = method ?? (body === undefined ? 'GET' : 'POST')
  return fetch(address, { method: verb, headers, ...(body !== undefined && { body }) })
}
