import { expect, test } from 'vitest'
import type { DashboardNeed } from '#contract/dashboard/dashboard.calls.ts'
import { needLink } from './need-link.ts'

const need = (kind: DashboardNeed['kind']): DashboardNeed => ({
  ...{ kind, count: 2, sims: 0, id: '', name: '', companyId: 0, companies: 0, companyName: '' },
  ...{ percent: 0, since: null, amounts: [] },
})

test('SIMs in need open as the list that has exactly those', () => {
  const linkOf = (kind: DashboardNeed['kind']) => needLink(need(kind), { menu: ['sims'] })
  expect(linkOf('simsAtLimit')).toEqual({ to: '/sims', search: { status: '2', use: 'over100', sort: '-percent' } })
  expect(linkOf('silent')).toEqual({ to: '/sims', search: { status: '2', silent: '24h' } })
  expect(linkOf('dataCut')).toEqual({ to: '/sims', search: { status: '10' } })
})
