import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { originLabel } from '#web/lib/origin-word.ts'
import { type SearchParameters, searchParametersQuery } from '#web/shared/sims/search-parameters.api.ts'

/** Names of a SIM's ids: empty while they load, and the id itself where it has no name. */
export interface SimNames {
  plan(code: string): string
  apn(id: number): string
  company(id: number): string
  provider(id: number): string
  simType(id: number): string
}

const LOADING: SimNames = { plan: () => '', apn: () => '', company: () => '', provider: () => '', simType: () => '' }

function finder<K extends string | number>(entries: readonly (readonly [K, string])[]): (key: K) => string {
  const names = new Map(entries)
  return (key) => names.get(key) ?? String(key)
}

function simNamesOf(parameters: SearchParameters | undefined): SimNames {
  const originOf = finder(parameters?.providers.map((provider) => [provider.providerId, provider.providerName] as const) ?? [])
  return {
    plan: finder(parameters?.plans.map((plan) => [plan.planCode, plan.planName] as const) ?? []),
    apn: finder(parameters?.apns.map((apn) => [apn.apnId, apn.apnName] as const) ?? []),
    company: finder(parameters?.companies.map((company) => [company.companyId, company.companyName] as const) ?? []),
    provider: (id) => originLabel(originOf(id)),
    simType: finder(parameters?.simTypes.map((type) => [type.simTypeId, type.simTypeName] as const) ?? []),
  }
}

export function useNames(): SimNames {
  const { data, isPending } = useQuery(searchParametersQuery)
  return useMemo(() => (isPending ? LOADING : simNamesOf(data)), [data, isPending])
}
