import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Figure, figure, ms, times } from './figure.ts'

const SIMS = Number(process.env.ENLACE_BENCH_SIMS ?? 1_000_000)
const CYCLES = 3
const run = promisify(execFile)

interface Searched {
  /** ms: all SIMs rated once, on their plans of today */
  readonly rated: number
  readonly searched: number
  /** ms: the longest step, for which other requests wait */
  readonly longest: number
  readonly peakMiB: number
}

/** The search for the cheapest plans of a fleet, without reading it from the database. */
export async function benchAdvice(): Promise<Figure[]> {
  const { stdout } = await run(process.execPath, ['bench/advice-server.ts', String(SIMS), String(CYCLES)])
  const { rated, searched, longest, peakMiB }: Searched = JSON.parse(stdout)
  return [
    figure({
      name: `advice: the cheapest of 12 plans, 4 of them pools, for ${SIMS} SIMs by ${CYCLES} cycles`,
      value: `${(searched / 1000).toFixed(1)} s`,
      limit: `${(rated / 1000).toFixed(1)} s all rated once`,
      ratio: times(searched / rated),
      goal: '< 60 s',
      reached: searched < 60_000,
    }),
    figure({ name: 'advice: the longest step, for which other requests wait', value: ms(longest) }),
    figure({
      name: 'advice: memory of the process at most',
      value: `${Math.round(peakMiB)} MiB`,
      goal: '< 400 MiB',
      reached: peakMiB < 400,
    }),
  ]
}
