import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchNotices } from '#contract/alarms/alarms.calls.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { followEvents } from '#web/lib/follow-events.ts'

/** What an event makes stale; companies, plans and trials do not move with a notice. */
const MOVES = [
  ['notices', 'list'],
  ['alarms', 'list'],
] as const

/** Keeps alarms and notices on the page in step with what happens. */
export function useLiveAlarms(): void {
  const client = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    const open = (signal: AbortSignal) => callEvents(watchNotices, {}, { signal })
    const freshen = async () => {
      await Promise.all(MOVES.map((queryKey) => client.invalidateQueries({ queryKey }, { cancelRefetch: false })))
    }
    void followEvents(open, freshen, end.signal)
    return () => end.abort()
  }, [client])
}
