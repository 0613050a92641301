import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type DashboardData, streamDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { callEvents } from '#web/lib/call-events.ts'
import { dashboardQuery } from '#web/lib/dashboard-query.ts'
import { followEvents } from '#web/lib/follow-events.ts'

/** Updates the dashboard from the event stream, once it has rendered. */
export function useLiveDashboard(isRendered: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isRendered) return
    const end = new AbortController()
    const open = (signal: AbortSignal) => callEvents(streamDashboard, {}, { signal })
    const show = (data: DashboardData): void => void client.setQueryData(dashboardQuery.queryKey, data)
    void followEvents(open, show, end.signal)
    return () => end.abort()
  }, [isRendered, client])
}
