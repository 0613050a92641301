import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchNotices } from '#contract/alarms/alarms.calls.ts'
import { followCall } from '#web/lib/follow-events.ts'
import { refetchFresh } from '#web/lib/refetch-fresh.ts'

/** Queries that an event invalidates; companies, plans and previews do not change with a notice. */
const INVALIDATED = [
  ['notices', 'list'],
  ['alarms', 'list'],
] as const

/** Updates alarms and notices on the page from the event stream. */
export function useLiveAlarms(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      followCall(watchNotices, async () => {
        await Promise.all(INVALIDATED.map((queryKey) => refetchFresh(client, { queryKey })))
      }),
    [client],
  )
}
