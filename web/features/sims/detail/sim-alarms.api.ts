import { queryOptions } from '@tanstack/react-query'
import { getSimAlarms } from '#contract/alarms/alarms.calls.ts'
import type { CallData } from '#contract/call.ts'
import { call } from '#web/lib/call.ts'

export type SimAlarm = CallData<typeof getSimAlarms>[number]

/** Whatever changes a SIM or an alarm loads them again. */
export const simAlarmsQuery = (icc: string) =>
  queryOptions({
    queryKey: ['sims', 'alarms', icc],
    queryFn: ({ signal }) => call(getSimAlarms, { params: { icc } }, { signal }),
  })
