import { expect, test } from 'vitest'
import { isAboutCosts, pageContextOf, placeOfMessage, screenOfMessage } from './page-context.ts'

const ICC = '89560300041827741933'

test.each([
  ['/sims/89560300041827741933', '', `SIM ${ICC} | Enlace`, ICC],
  ['/sims', `?sim=${ICC}&status=2`, 'SIMs | Enlace', ICC],
  ['/sims', '?sim=x', 'SIMs | Enlace', null],
  ['/charges', `?sim=${ICC}`, 'Cobros | Enlace', null],
])('%s%s', (pathname, search, title, icc) => {
  expect(pageContextOf({ pathname, search }, title)).toEqual({
    page: `${pathname}${search}`,
    title: title.replace(' | Enlace', ''),
    icc,
  })
})

test.each([
  ['/report-charges', true],
  ['/report-charges?charge=12', true],
  ['/plans/optimise', true],
  ['/plans?plan=1', true],
  ['/sims?plan=1', false],
  ['', false],
])('%s is about costs: %s', (page, isAbout) => {
  expect(isAboutCosts(page)).toBe(isAbout)
})

test.each([
  ['/report-charges?state=open', { to: '/report-charges', search: { company: 4, state: 'open' } }],
  ['/sims', { to: '/sims', search: { company: 4 } }],
  ['/plans?company=10', { to: '/plans', search: { company: '10' } }],
  ['/alarm?alarm=3', { to: '/alarm', search: { alarm: '3' } }],
  ['/companies/4', { to: '/companies/4', search: {} }],
  ['/', { to: '/', search: {} }],
  ['//elsewhere.test/sims', undefined],
  ['/\\elsewhere.test', undefined],
  ['/..//elsewhere.test', undefined],
  ['https://elsewhere.test/', undefined],
  ['javascript:alert(1)', undefined],
  ['/nowhere', undefined],
  ['', undefined],
])('%j opens for the operator, with the writer’s company where it is a list, and never another site', (page, place) => {
  expect(placeOfMessage(page, 4, () => true)).toEqual(place)
})

test.each([
  ['/report-charges?state=open', 'titles.charges', {}],
  ['/operations/12', 'titles.operation', { operationId: '12' }],
  ['/nowhere', undefined, undefined],
  ['', undefined, undefined],
])('%j has the title %s of its screen', (page, title, params) => {
  const screen = screenOfMessage(page)
  expect([screen?.title, screen?.params]).toEqual([title, params])
})

test('a screen is no place for who may not open it', () => {
  const mayOpen = (right: unknown) => right !== 'plans'
  expect(placeOfMessage('/plans/optimise', 4, mayOpen)).toBeUndefined()
  expect(placeOfMessage('/sims/89560300041827741933', 4, mayOpen)).toEqual({ to: '/sims/89560300041827741933', search: {} })
})
