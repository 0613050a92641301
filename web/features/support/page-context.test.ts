import { expect, test } from 'vitest'
import { pageContextOf } from './page-context.ts'

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
