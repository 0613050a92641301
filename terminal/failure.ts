/** What a program that runs the terminal can act on; `enlace --help` lists them. */
export const EXIT = {
  done: 0,
  unexpected: 1,
  usage: 2,
  key: 3,
  notFound: 4,
  conflict: 5,
  tooMany: 6,
  unreachable: 7,
  linesFailed: 8,
  notConfirmed: 9,
  differs: 10,
  interrupted: 130,
} as const

export const EXIT_WORDS: readonly (readonly [code: number, about: string])[] = [
  [EXIT.done, 'Done'],
  [EXIT.unexpected, 'An error of this program'],
  [EXIT.usage, 'The command line or a value is wrong'],
  [EXIT.key, 'The key is missing, wrong, revoked, or may not do this'],
  [EXIT.notFound, 'Not found'],
  [EXIT.conflict, 'Not possible in the current state'],
  [EXIT.tooMany, 'Too many requests for longer than a minute'],
  [EXIT.unreachable, 'The portal does not answer, or failed'],
  [EXIT.linesFailed, 'The operation ended, and lines of it failed'],
  [EXIT.notConfirmed, 'Not confirmed; nothing was changed'],
  [EXIT.differs, 'enlace plan --check: the portal is not as the file says'],
  [EXIT.interrupted, 'Interrupted (Ctrl-C)'],
]

/** Ends the program with one sentence on stderr and a code. */
export class Ending extends Error {
  readonly code: number

  constructor(code: number, sentence: string) {
    super(sentence)
    this.code = code
  }
}

export const usageError = (sentence: string): Ending => new Ending(EXIT.usage, sentence)
