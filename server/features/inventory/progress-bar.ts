import type { WriteStream } from 'node:tty'
import type { ImportProgress } from './import-row.ts'

export interface TerminalProgressBar {
  readonly show: (progress: ImportProgress) => void
  readonly end: () => void
}

const WIDTH = 30
const LINE_EVERY_MS = 5_000
const REDRAW_EVERY_MS = 100

const MEBIBYTE = 1024 * 1024
const number = (value: number): string => value.toLocaleString('en')

function describe({ phase, done, of, lines }: ImportProgress): string {
  if (phase === 'reading')
    return `Checking  ${number(Math.round(done / MEBIBYTE))} of ${number(Math.round(of / MEBIBYTE))} MB, ${number(lines)} lines`
  if (phase === 'judging') return `Comparing ${number(lines)} lines with the fleet`
  return phase === 'writing' ? `Writing   ${number(done)} of ${number(of)} SIMs` : 'Done'
}

/** A bar that fills up on a terminal; elsewhere a plain line every few seconds. */
export function createProgressBar(out: NodeJS.WriteStream | WriteStream): TerminalProgressBar {
  let drawnAt = 0
  let phase = ''
  const show = (progress: ImportProgress): void => {
    const now = Date.now()
    const isNewPhase = progress.phase !== phase
    if (progress.phase === 'done' || (!isNewPhase && now - drawnAt < (out.isTTY ? REDRAW_EVERY_MS : LINE_EVERY_MS))) return
    drawnAt = now
    phase = progress.phase
    const share = progress.of > 0 ? Math.min(1, progress.done / progress.of) : 0
    const text = `${describe(progress)}${progress.of > 0 ? `, ${Math.floor(share * 100)} %` : ''}`
    if (!out.isTTY) out.write(`${text}\n`)
    else out.write(`\r\x1b[2K[${'#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '.')}] ${text}`)
  }
  const end = (): void => {
    if (out.isTTY && phase !== '') out.write('\r\x1b[2K')
    phase = ''
  }
  return { show, end }
}
