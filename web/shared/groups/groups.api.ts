import type { CallData } from '#contract/call.ts'
import { listGroups } from '#contract/groups/groups.calls.ts'
import { groupKey } from '#domain/groups.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { callQuery } from '#web/lib/call-query.ts'

export type SimGroup = CallData<typeof listGroups>[number]

/** The groups of all companies of the user, each before those inside it. Whatever changes a SIM loads them again. */
export const groupsQuery = callQuery(listGroups, ['sims', 'groups'], {}, { staleTime: MINUTE_MS })

/** Each path once, whatever companies have it, in the same order. */
export const distinctPaths = (groups: readonly SimGroup[]): string[] => {
  const byKey = new Map<string, string>()
  for (const { path } of groups) if (!byKey.has(groupKey(path))) byKey.set(groupKey(path), path)
  return [...byKey.values()]
}
