import { expect, test } from 'vitest'
import { planQueryOf } from '../features/plans/plan-search.ts'
import { DEFAULT_USER_ORDER, userFilterOf } from '../features/users/users-search.ts'
import { parsePlainSearch } from '../lib/address.ts'
import { isEmptySearch, orderOfParam } from '../lib/define-search.ts'
import { SCREEN_SEARCH } from './screen-search.ts'

const read = (address: string) => {
  const [path, search = ''] = address.split('?')
  const values = SCREEN_SEARCH[path as keyof typeof SCREEN_SEARCH](parsePlainSearch(search))
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

const days = { from: '2026-11-01', to: '2026-11-21' }
const icc = '8956030000000800019'

test.each([
  [
    `/sms-report?result=failed&platform=device&icc=${icc}&from=2026-11-01&to=2026-11-21&mine=true`,
    { result: 'failed', platform: 'device', icc, mine: 'true', ...days },
  ],
  [
    `/alarm-notified?alarm=7&company=4&kind=limit&action=cut&icc=${icc}&from=2026-11-01&to=2026-11-21`,
    { alarm: 7, company: 4, kind: 'limit', action: 'cut', icc, ...days },
  ],
  ['/rules?company=4&search=flota&trigger=silence', { company: 4, search: 'flota', trigger: 'silence' }],
  [
    `/anomalies?kind=silence&company=4&device=FMB920&icc=${icc}&from=2026-11-01&to=2026-11-21`,
    { kind: 'silence', company: 4, device: 'FMB920', icc, ...days },
  ],
  [
    `/rule-firings?rule=7&company=4&trigger=data&icc=${icc}&from=2026-11-01&to=2026-11-21`,
    { rule: 7, company: 4, trigger: 'data', icc, ...days },
  ],
  [
    '/requests?company=4&status=submitted&type=both&from=2026-11-01&to=2026-11-21',
    { company: 4, status: 'submitted', type: 'both', ...days },
  ],
  ['/requests?tab=store&category=2&brand=3&search=agua', { tab: 'store', category: 2, brand: 3, search: 'agua' }],
  [
    '/users?search=+ana+&company=4&state=invited&permit=plans&sort=-created',
    { search: 'ana', company: 4, state: 'invited', permit: 'plans', sort: '-created' },
  ],
  [
    '/audit?person=ana@x.cl&action=plan.changed&entity=plan&thing=IOT250&company=4',
    { person: 'ana@x.cl', action: 'plan.changed', entity: 'plan', thing: 'IOT250', company: 4 },
  ],
  ['/companies/$companyId?subsidiaries=false', { subsidiaries: 'false' }],
  ['/operations?company=4&subsidiaries=true', { company: 4, subsidiaries: 'true' }],
  ['/hys?company=4&type=Routers&search=8643', { company: 4, type: 'Routers', search: '8643' }],
  ['/operations?state=running&kind=sms&mine=true', { state: 'running', kind: 'sms', mine: 'true' }],
  ['/networks?tab=differences&network=simulated-1', { tab: 'differences', network: 'simulated-1' }],
  ['/support?show=mine&conversation=12', { show: 'mine', conversation: 12 }],
  ['/outbox?state=failed', { state: 'failed' }],
  ['/sims?status=2,11&sort=-icc&sim=8956030000000800019', { status: '2,11', sort: '-icc', sim: icc }],
])('%s is read', (address, values) => {
  expect(read(address)).toEqual(values)
})

test.each([
  '/sms-report?result=lost&platform=fax&icc=12&from=yesterday&to=2026-13-45&mine=no&other=x',
  '/alarm-notified?alarm=0&company=x&kind=fax&action=lost&icc=12&from=today',
  '/requests?company=-1&status=draft&type=x&from=ayer&to=&category=x&brand=0&tab=cart',
  '/users?company=x&state=gone&permit=root&sort=password',
  '/hys?search=86&company=0',
])('%s has nothing readable', (address) => {
  expect(isEmptySearch(read(address))).toBe(true)
})

test('an older address of plans has its direction in a second parameter', () => {
  const order = (address: string) => planQueryOf(SCREEN_SEARCH['/plans'](parsePlainSearch(address)))
  expect(order('sort=planPrice&descending=true')).toMatchObject({ sort: 'planPrice', descending: 'true' })
  expect(order('sort=planName&descending=false')).toMatchObject({ sort: 'planName', descending: 'false' })
  expect(order('sort=-planPrice')).toMatchObject({ sort: 'planPrice', descending: 'true' })
  expect(order('')).toMatchObject({ sort: 'totalActive', descending: 'true' })
})

test('users are sorted by name unless the address has another order', () => {
  expect(userFilterOf({})).toMatchObject({ sort: 'name', descending: '0' })
  expect(orderOfParam('-email', DEFAULT_USER_ORDER)).toEqual({ sort: 'email', descending: true })
})
