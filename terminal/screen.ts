import { once } from 'node:events'

/** Whether people read stdout: then tables fit its width and have colours. */
export const isScreen = (): boolean => process.stdout.isTTY === true

/** Whether a question can be asked and answered. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Columns of the screen; undefined where nothing limits a line. */
export const screenWidth = (): number | undefined => (isScreen() ? process.stdout.columns || 80 : undefined)

const hasColours = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const

/** A text in a style where stdout (or another stream) shows styles. */
export function styled(text: string, style: keyof typeof STYLES, stream: NodeJS.WriteStream = process.stdout): string {
  return hasColours(stream) ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text
}

/** Writes to stdout and waits until a slow reader has taken it, so that memory stays flat. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** What is said beside the output: on stderr. */
export function note(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

/** What people of this machine read: Spanish or English. */
export function languageOf(env: NodeJS.ProcessEnv = process.env): 'es' | 'en' {
  return (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').toLowerCase().startsWith('es') ? 'es' : 'en'
}
