import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks at the terminal until the answer has no problem. */
export async function ask(question: string, problemOf: (answer: string) => string | undefined): Promise<string> {
  for (;;) {
    const reader = createInterface({ input: process.stdin, output: process.stderr })
    const answer = (await reader.question(`${question}: `)).trim()
    reader.close()
    const problem = problemOf(answer)
    if (problem === undefined) return answer
    console.error(problem)
  }
}

/** Asks for a secret; what is typed is not shown. */
export async function askSecret(question: string, problemOf: (answer: string) => string | undefined): Promise<string> {
  for (;;) {
    process.stderr.write(`${question}: `)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
    reader.once('SIGINT', () => process.exit(1))
    const answer = await reader.question('')
    reader.close()
    process.stderr.write('\n')
    const problem = problemOf(answer)
    if (problem === undefined) return answer
    console.error(problem)
  }
}
