import type { CallData } from '#contract/call.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { callQuery } from '#web/lib/call-query.ts'

export type SimDetail = CallData<typeof getSim>

/** Polling interval of figures on an open screen, ms. */
export const FIGURES_INTERVAL_MS = 30_000

export const simQuery = (icc: string) =>
  callQuery(getSim, ['sims', 'sim', icc], { params: { icc } }, { refetchInterval: FIGURES_INTERVAL_MS })
