import type { Logger } from 'pino'

/** Runs one step of the start and prints its name, progress and duration. */
export type RunStep = <T>(label: string, work: (note: (progress: string) => void) => Promise<T>) => Promise<T>

/** On a terminal each step is one line that is updated; elsewhere it is one log entry at its end. */
export function createStepRunner(log: Logger): RunStep {
  const out = process.stdout
  const show = (text: string): void => {
    if (out.isTTY) out.write(`\r\x1b[2K${text}`)
  }
  return async (label, work) => {
    const begin = performance.now()
    show(`  … ${label}`)
    try {
      const result = await work((progress) => show(`  … ${label}: ${progress}`))
      const seconds = (performance.now() - begin) / 1000
      show(`  ✓ ${label} (${seconds.toFixed(1)} s)\n`)
      if (!out.isTTY) log.info({ seconds: Number(seconds.toFixed(2)) }, label)
      return result
    } catch (error) {
      show('')
      throw error
    }
  }
}
