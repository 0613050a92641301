import { expect, test } from 'vitest'
import { PERMITS } from '#domain/permits.ts'
import { linksOf, MENU, type MenuEntry, visibleMenu } from './menu-entries.ts'
import { menuEs } from './shell.es.ts'

const MANUALS_URL = 'https://manuals.enlace.test'
const everyScreen = new Set(linksOf(MENU).map(({ path }) => path))
const pathsFor = (menu: readonly (typeof PERMITS)[number][], screens = everyScreen) =>
  linksOf(visibleMenu({ menu: [...menu] }, screens)).map(({ path }) => path)

/** An entry as [words, path], a submenu as [words, entries]. */
type Shape = [words: string, path: string] | [words: string, links: [words: string, path: string][]]

const wordOf = (label: string): string => menuEs[label.replace('menu.', '') as keyof typeof menuEs]
const shapeOf = (entries: readonly MenuEntry[]): Shape[] =>
  entries.map(
    (entry): Shape =>
      'path' in entry
        ? [wordOf(entry.label), entry.path]
        : [wordOf(entry.label), entry.links.map(({ label, path }) => [wordOf(label), path])],
  )

test('the menu has the entries and submenus of the specification in its order and words [S2.23]', () => {
  expect(shapeOf(visibleMenu({ menu: [...PERMITS] }, everyScreen))).toEqual([
    ['Dashboard', '/'],
    ['Sims', '/sims'],
    // ours: operations have a page of their own
    ['Operaciones', '/operations'],
    ['Solicitud', '/requests'],
    ['Hardware', '/hys'],
    [
      'Alarmas',
      [
        ['Configurar alarmas', '/alarm'],
        ['SIMs notificadas', '/alarm-notified'],
        // ours
        ['Fuera de lo común', '/anomalies'],
        ['Reglas', '/rules'],
      ],
    ],
    [
      'Reportes',
      [
        ['SMS', '/sms-report'],
        ['Cobros', '/report-charges'],
      ],
    ],
    ['Mis planes', '/plans'],
    [
      'Administración',
      [
        ['Empresas', '/companies'],
        ['Usuarios', '/users'],
        // ours
        ['Permisos', '/users/permissions'],
        ['Integraciones', '/integrations'],
        ['Auditoría', '/audit'],
      ],
    ],
    [
      'Ayuda',
      [
        ['Página de ayuda', '/help'],
        ['Manuales', '/help/manual'],
      ],
    ],
  ])
})

test('the manuals open a new tab, with the configured address if there is one [S2.23]', () => {
  const manuals = (url?: string) => linksOf(visibleMenu({ menu: [] }, everyScreen, url)).filter(({ opensTab }) => opensTab)
  expect(manuals().map(({ path }) => path)).toEqual(['/help/manual'])
  expect(manuals(MANUALS_URL).map(({ path }) => path)).toEqual([MANUALS_URL])
})

/** The specification's permit of each entry, independent of the menu's own table. */
const PERMIT_OF = [
  ['/', null],
  ['/sims', 'sims'],
  ['/operations', 'sims'],
  ['/requests', 'requests'],
  ['/hys', 'hys'],
  ['/alarm', 'alarmas'],
  ['/alarm-notified', 'alarmas'],
  ['/anomalies', 'alarmas'],
  ['/rules', 'alarmas'],
  ['/sms-report', 'sms_report'],
  ['/report-charges', null],
  ['/plans', 'plans'],
  ['/companies', 'companies'],
  ['/users', 'users'],
  ['/users/permissions', 'users'],
  ['/integrations', 'users'],
  ['/audit', 'users'],
  ['/help', null],
  ['/help/manual', null],
] as const

test('an entry shows only if the permits contain its name [S2.24]', () => {
  expect(pathsFor(PERMITS)).toEqual(PERMIT_OF.map(([path]) => path))
  for (const permit of PERMITS) {
    const expected = PERMIT_OF.filter(([, needed]) => needed === null || needed === permit).map(([path]) => path)
    expect(pathsFor([permit]), permit).toEqual(expected)
    const others = PERMIT_OF.filter(([, needed]) => needed !== permit).map(([path]) => path)
    expect(pathsFor(PERMITS.filter((other) => other !== permit)), `without ${permit}`).toEqual(others)
  }
})

test('networks show to administrators only', () => {
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
