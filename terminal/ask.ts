import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Ending, EXIT } from './failure.ts'
import type { Given } from './options.ts'
import { canAsk } from './screen.ts'

/** Ctrl-C and Ctrl-D at a question. */
const interrupted = (): Ending => new Ending(EXIT.interrupted, 'Interrupted.')

/** Asks on stderr, so that stdout is the output alone; a secret is not shown. */
export async function askPerson(question: string, { isSecret = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true })
  if (isSecret) process.stderr.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('SIGINT', () => reject(interrupted()))
      reader.once('close', () => reject(interrupted()))
      reader.question(isSecret ? '' : question).then((answer) => resolve(answer.trim()), reject)
    })
  } finally {
    reader.close()
    if (isSecret) process.stderr.write('\n')
  }
}

/** Ends the program unless a person says yes; where none can be asked, only --yes does. */
export async function requireYes({ yes }: Given, question: string): Promise<void> {
  if (yes) return
  if (!canAsk()) throw new Ending(EXIT.notConfirmed, 'Not confirmed, and nobody can be asked here: --yes confirms.')
  const answer = await askPerson(`${question} [y/N] `)
  if (!/^(y|yes|s|si|sí)$/i.test(answer)) throw new Ending(EXIT.notConfirmed, 'Nothing was changed.')
}
