import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchNotices } from '#contract/alarms/alarms.calls.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { followEvents } from '#web/lib/follow-events.ts'
import { refetchFresh } from '#web/lib/refetch-fresh.ts'

/** Queries that an event invalidates; companies, plans and previews do not change with a notice. */
const INVALIDATED = [
  ['notices', 'list'],
  ['alarms', 'list'],
] as const

/** Updates alarms and notices on the page from the event stream. */
export function useLiveAlarms(): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const open = (signal: AbortSignal) => callEvents(watchNotices, {}, { signal })
    const invalidate = async () => {
      await Promise.all(INVALIDATED.map((queryKey) => refetchFresh(client, { queryKey })))
    }
    void followEvents(open, invalidate, end.signal)
    return () => end.abort()
  }, [client])
}
