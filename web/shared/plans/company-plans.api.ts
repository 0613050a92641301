import { getAlarmPlans } from '#contract/alarms/alarms.calls.ts'
import { rowsQuery } from '#web/lib/rows-query.ts'

/** The plans of a company's SIMs, which its alarms and rules can be for. */
export const companyPlansQuery = (companyId: number | undefined) =>
  rowsQuery(getAlarmPlans, ['alarms', 'plans', companyId], companyId === undefined ? undefined : { params: { companyId } })
