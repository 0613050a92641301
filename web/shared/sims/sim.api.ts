import { queryOptions } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { call } from '#web/lib/call.ts'

export type SimDetail = CallData<typeof getSim>

/** Polling interval of figures on an open screen, ms. */
export const FIGURES_INTERVAL_MS = 30_000

export const simQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'sim', icc],
    queryFn: ({ signal }) => call(getSim, { params: { icc } }, { signal }),
    refetchInterval: FIGURES_INTERVAL_MS,
  })
