import { queryOptions } from '@tanstack/react-query'
import { getAlarms } from '#contract/alarms/alarms.calls.ts'
import { getApiKeys } from '#contract/api-keys/api-keys.calls.ts'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { getSecondFactor } from '#contract/identity/security.calls.ts'
import { getUsers } from '#contract/users/users.calls.ts'
import { listWebhooks } from '#contract/webhooks/webhooks.calls.ts'
import { call } from '#web/lib/call.ts'
import { holds } from '#web/lib/session.ts'

type StepId = 'colleague' | 'alarm' | 'names' | 'integration' | 'secondFactor'

export interface FirstStep {
  readonly id: StepId
  readonly isDone: boolean
}

type Fact = (session: SessionData, signal: AbortSignal) => Promise<boolean>

/** Whether each step is taken: by the user's company, the last one by the user. */
const FACTS: Readonly<Record<StepId, Fact>> = {
  colleague: async ({ clientId }, signal) => {
    return (await call(getUsers, { query: { company: clientId, limit: 2 } }, { signal })).rows.length > 1
  },
  alarm: async ({ clientId }, signal) => {
    return (await call(getAlarms, { query: { company: clientId, limit: 1 } }, { signal })).rows.length > 0
  },
  names: async ({ customField1Name, customField2Name }) => customField1Name + customField2Name !== '',
  integration: async ({ clientId: company }, signal) => {
    const [{ total }, { endpoints }] = await Promise.all([
      call(getApiKeys, { query: { company } }, { signal }),
      call(listWebhooks, { query: { company } }, { signal }),
    ])
    return total + endpoints.length > 0
  },
  secondFactor: async (_, signal) => (await call(getSecondFactor, {}, { signal })).confirmedAt !== null,
}

const PERMITS = { colleague: 'users', alarm: 'alarmas', names: 'companies', integration: 'users', secondFactor: null } as const

/** The steps that the user may take, each with whether it is taken. */
export const firstStepsQuery = (session: SessionData) =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps', session],
    queryFn: ({ signal }): Promise<FirstStep[]> => {
      const ids = (Object.keys(FACTS) as StepId[]).filter((id) => holds(session, PERMITS[id]))
      return Promise.all(ids.map(async (id) => ({ id, isDone: await FACTS[id](session, signal) })))
    },
  })
