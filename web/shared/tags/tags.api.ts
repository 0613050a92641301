import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallData } from '#contract/call.ts'
import { listTags } from '#contract/tags/tags.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { colourFinder, type FindColour } from './tag-colours.ts'

export type Tag = CallData<typeof listTags>[number]

/** The tags of all companies of the user. Whatever changes a SIM loads them again. */
export const tagsQuery = callQuery(listTags, ['sims', 'tags'], {}, { staleTime: MINUTE_MS })

/** @param isNeeded false while no tag is shown */
export function useTagColours(isNeeded = true): FindColour {
  const { data } = useQuery({ ...tagsQuery, enabled: isNeeded })
  return useMemo(() => colourFinder(data ?? []), [data])
}
