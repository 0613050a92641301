import { expect, test } from 'vitest'
import { isAboutCosts, pageContextOf } from './page-context.ts'

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
