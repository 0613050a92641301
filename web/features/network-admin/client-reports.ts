import { staleAfterMs } from '#domain/stale-sessions.ts'
import type { Accounting } from './networks.api.ts'

type Reports = Pick<Accounting['clients'][number], 'lastReportAt' | 'interimSeconds' | 'openSessions'>

/** Whether the reports of a client's open sessions come as it was set up for; 'idle' without such a session. */
export function reportState({ lastReportAt, interimSeconds }: Reports, now: number): 'reporting' | 'silent' | 'idle' {
  if (lastReportAt === null) return 'idle'
  return now - Date.parse(lastReportAt) > staleAfterMs(interimSeconds) ? 'silent' : 'reporting'
}

/** Clients whose reports no longer come: how many, for how long the first of them, and with how many open sessions. */
export function silentClients(clients: readonly Reports[], now: number) {
  const silent = clients.filter((client) => reportState(client, now) === 'silent')
  const ages = silent.map(({ lastReportAt }) => now - Date.parse(lastReportAt ?? ''))
  const openSessions = silent.reduce((sum, client) => sum + client.openSessions, 0)
  return { count: silent.length, longestMs: Math.max(0, ...ages), openSessions }
}
