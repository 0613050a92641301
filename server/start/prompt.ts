import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Prompts at the terminal until the answer is valid. */
export async function prompt(question: string, problemOf: (answer: string) => string | undefined): Promise<string> {
  for (;;) {
    const reader = createInterface({ input: process.stdin, output: process.stderr })
    const answer = (await reader.question(`${question}: `)).trim()
    reader.close()
    const problem = problemOf(answer)
    if (problem === undefined) return answer
    console.error(problem)
  }
}

/** Prompts for a secret; the input is not echoed. */
export async function promptSecret(question: string, problemOf: (answer: string) => string | undefined): Promise<string> {
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
