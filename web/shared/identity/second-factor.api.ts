import { getSecondFactor } from '#contract/identity/security.calls.ts'
import { callQuery } from '#web/lib/call-query.ts'

export const secondFactorQuery = callQuery(getSecondFactor, ['security', 'second-factor'], {})
