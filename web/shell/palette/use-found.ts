import {
  IconBellRinging,
  IconBuilding,
  IconFileInvoice,
  IconFolder,
  IconReceipt2,
  IconShoppingCart,
  IconStack2,
  IconTag,
  IconUser,
} from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CallData } from '#contract/call.ts'
import { ACTION_WORDS, OPERATION_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import { searchPortal } from '#contract/search/search.calls.ts'
import { alarmName, belowAlarmName } from '#web/features/alarms/alarm-name.ts'
import { fullMonth } from '#web/features/charges/charge-words.ts'
import { call } from '#web/lib/call.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { PaletteGroup, PaletteOption } from './options.ts'

type Found = CallData<typeof searchPortal>

/** A single letter is in every name. */
const MIN_LENGTH = 2

const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text] as const,
    queryFn: ({ signal }) => call(searchPortal, { query: { text } }, { signal }),
    staleTime: 5000,
  })

/** A page of the list of them, with what was found by it. */
const listed = (path: string, text: string) => `${path}?search=${encodeURIComponent(text)}`

/** Companies, users, invoices, operations, requests, alarms, plans, groups and tags for a text; the server leaves out what the user has no permit for. */
export function useFound(text: string): { groups: readonly PaletteGroup[]; isSearching: boolean; failure: string | undefined } {
  const { t } = useTranslation()
  const enabled = text.length >= MIN_LENGTH
  const { data, error, isFetching } = useQuery({
    ...foundQuery(text),
    enabled,
    placeholderData: (found, query) => (query && text.startsWith(query.queryKey[1]) ? found : undefined),
  })
  const company = ({ companyId, companyName, above }: Found['companies'][number]): PaletteOption => ({
    id: `company:${companyId}`,
    face: { Icon: IconBuilding, label: companyName, detail: above.split(' › ').at(-1) },
    opens: { kind: 'company', href: `/companies/${companyId}`, label: companyName },
  })
  const user = ({ userId, name, userEmail, companyName }: Found['users'][number]): PaletteOption => ({
    id: `user:${userId}`,
    face: { Icon: IconUser, label: name || userEmail, detail: `${userEmail} · ${companyName}` },
    opens: { kind: 'user', href: listed('/users', userEmail), label: name || userEmail },
  })
  const charge = ({ documentId, kind, documentNumber, period, companyName }: Found['charges'][number]): PaletteOption => {
    const label = documentNumber || t('palette.estimate', { month: fullMonth(period) })
    return {
      id: `charge:${documentId}`,
      face: {
        Icon: kind === 'invoice' ? IconFileInvoice : IconReceipt2,
        label,
        detail: documentNumber ? `${fullMonth(period)} · ${companyName}` : companyName,
      },
      opens: { kind: 'charge', href: `/report-charges?document=${documentId}`, label },
    }
  }
  const operation = ({ operationId, kind, state, total, failed, reason }: Found['operations'][number]): PaletteOption => {
    const label = t('palette.operation', { number: operationId, what: sentence(ACTION_WORDS[kind]) })
    const detail = [
      ...(reason ? [reason] : []),
      t('palette.simCount', { count: total }),
      failed > 0 ? t('palette.failedCount', { count: failed }) : sentence(OPERATION_STATE_WORDS[state]),
    ].join(' · ')
    return {
      id: `operation:${operationId}`,
      face: { Icon: IconStack2, label, detail },
      opens: { kind: 'operation', href: `/operations/${operationId}`, label },
    }
  }
  const request = ({ requestId, state, simQuantity, requester, companyName }: Found['requests'][number]): PaletteOption => {
    const label = t('palette.request', { number: requestId, who: companyName })
    const sims = simQuantity > 0 ? [t('palette.simCount', { count: simQuantity })] : []
    return {
      id: `request:${requestId}`,
      face: { Icon: IconShoppingCart, label, detail: [sentence(REQUEST_STATE_WORDS[state]), ...sims, requester].join(' · ') },
      opens: { kind: 'request', href: `/requests/${requestId}`, label },
    }
  }
  const alarm = ({ alarmId, companyId, active, ...named }: Found['alarms'][number]): PaletteOption => {
    const label = alarmName(named)
    const about = belowAlarmName(named)
    return {
      id: `alarm:${alarmId}`,
      face: {
        Icon: IconBellRinging,
        label,
        detail: active === '1' ? about : `${about} · ${t('palette.inactive')}`,
      },
      opens: { kind: 'alarm', href: `/alarm?company=${companyId}&alarm=${alarmId}`, label },
    }
  }
  const plan = ({ planId, planCode, planName }: Found['plans'][number]): PaletteOption => ({
    id: `plan:${planId}`,
    face: { Icon: IconReceipt2, label: planName, detail: planCode },
    opens: { kind: 'plan', href: `/plans?plan=${planId}`, label: planName },
  })
  const group = (path: string): PaletteOption => ({
    id: `group:${path}`,
    face: { Icon: IconFolder, label: path },
    opens: { kind: 'group', href: `/sims?group=${encodeURIComponent(path)}`, label: path },
  })
  const tag = ({ name, sims }: Found['tags'][number]): PaletteOption => ({
    id: `tag:${name}`,
    face: { Icon: IconTag, label: name, detail: t('palette.simCount', { count: sims }) },
    opens: { kind: 'tag', href: `/sims?tag=${encodeURIComponent(name)}`, label: name },
  })
  const found = enabled ? data : undefined
  return {
    groups: [
      { id: 'groups', label: t('palette.groups'), options: found?.groups.map(group) ?? [] },
      { id: 'tags', label: t('palette.tags'), options: found?.tags.map(tag) ?? [] },
      { id: 'companies', label: t('menu.companies'), options: found?.companies.map(company) ?? [] },
      { id: 'users', label: t('menu.users'), options: found?.users.map(user) ?? [] },
      { id: 'charges', label: t('menu.charges'), options: found?.charges.map(charge) ?? [] },
      { id: 'operations', label: t('menu.operations'), options: found?.operations.map(operation) ?? [] },
      { id: 'requests', label: t('titles.requests'), options: found?.requests.map(request) ?? [] },
      { id: 'alarms', label: t('titles.alarms'), options: found?.alarms.map(alarm) ?? [] },
      { id: 'plans', label: t('menu.plans'), options: found?.plans.map(plan) ?? [] },
    ],
    isSearching: isFetching,
    failure: enabled ? error?.message : undefined,
  }
}
