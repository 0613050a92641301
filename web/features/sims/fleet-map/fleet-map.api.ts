import { keepPreviousData } from '@tanstack/react-query'
import type { CallData } from '#contract/call.ts'
import { mapSims } from '#contract/sims/map.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { FIGURES_INTERVAL_MS } from '#web/shared/sims/sim.api.ts'
import type { AskedView } from './view-box.ts'

export type Gathered = CallData<typeof mapSims>
export type Place = Gathered['places'][number]

/** The whole world at a zoom at which it has few places. */
export const WORLD: AskedView = { zoom: 3 }

/** The SIMs of a filter by place; those of the view before are shown until they have come. */
export const placesQuery = (filter: SimFilter, { zoom, box }: AskedView) =>
  callQuery(
    mapSims,
    ['sims', 'map', filter, zoom, box ?? null],
    { body: { filter, zoom, ...(box && { box }) } },
    { placeholderData: keepPreviousData, refetchInterval: FIGURES_INTERVAL_MS },
  )
