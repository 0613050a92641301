import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { mapSims } from '#contract/sims/map.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { call } from '#web/lib/call.ts'
import { FIGURES_INTERVAL_MS } from '#web/shared/sims/sim.api.ts'
import type { AskedView } from './view-box.ts'

export type Gathered = CallData<typeof mapSims>
export type Place = Gathered['places'][number]

/** The whole world at a zoom at which it has few places. */
export const WORLD: AskedView = { zoom: 3 }

/** The SIMs of a filter by place; those of the view before are shown until they have come. */
export const placesQuery = (filter: SimFilter, { zoom, box }: AskedView) =>
  queryOptions({
    queryKey: ['sims', 'map', filter, zoom, box ?? null],
    queryFn: ({ signal }) => call(mapSims, { body: { filter, zoom, ...(box && { box }) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FIGURES_INTERVAL_MS,
  })
