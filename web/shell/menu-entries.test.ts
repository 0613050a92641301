import { expect, test } from 'vitest'
import { PERMITS } from '#domain/permits.ts'
import { linksOf, MENU, visibleMenu } from './menu-entries.ts'

const MANUALS_URL = 'https://manuals.enlace.test'
const everyScreen = new Set(linksOf(MENU).map(({ path }) => path))
const pathsFor = (menu: readonly (typeof PERMITS)[number][], screens = everyScreen) =>
  linksOf(visibleMenu({ menu: [...menu] }, screens)).map(({ path }) => path)

test('the menu has the entries and submenus of the specification in its order [S2.23]', () => {
  const shape = visibleMenu({ menu: [...PERMITS] }, everyScreen, MANUALS_URL).map((entry) =>
    'path' in entry ? entry.path : entry.links.map(({ path }) => path),
  )
  expect(shape).toEqual([
    '/',
    '/sims',
    '/operations',
    '/requests',
    '/hys',
    ['/alarm', '/alarm-notified'],
    ['/sms-report', '/report-charges'],
    '/plans',
    // the audit log is ours
    ['/companies', '/users', '/audit'],
    ['/help', MANUALS_URL],
  ])
})

test('an entry shows only to those who hold its permit [S2.24]', () => {
  for (const permit of PERMITS) {
    const without = pathsFor(PERMITS.filter((other) => other !== permit))
    const guarded = linksOf(MENU).filter((link) => link.permit === permit)
    expect(guarded.length).toBeGreaterThan(0)
    for (const { path } of guarded) {
      expect(without).not.toContain(path)
      expect(pathsFor([permit])).toContain(path)
    }
  }
})

test('networks show to administrators alone', () => {
  const paths = (admin: '0' | '1') => linksOf(visibleMenu({ menu: [...PERMITS], admin }, everyScreen)).map(({ path }) => path)
  expect(paths('1')).toContain('/networks')
  expect(paths('0')).not.toContain('/networks')
})

test('charges show whenever the reports show, even without the SMS report [S2.25]', () => {
  expect(pathsFor([])).toContain('/report-charges')
  expect(pathsFor(['sms_report'])).toEqual(expect.arrayContaining(['/sms-report', '/report-charges']))
})

test('an entry without a screen is not shown, nor a group without entries', () => {
  expect(visibleMenu({ menu: [...PERMITS] }, new Set(['/', '/sims'])).map((entry) => entry.label)).toEqual([
    'menu.dashboard',
    'menu.sims',
  ])
})
