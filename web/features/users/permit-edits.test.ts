import { expect, test } from 'vitest'
import { PERMITS } from '#domain/permits.ts'
import { rightsOfRole } from '#domain/role-presets.ts'
import { disabledReason, type Editor, type Edits, editsWith, gridMove, shownRights, toggledEdits } from './permit-edits.ts'
import type { PermitRow } from './users.api.ts'

const row: PermitRow = {
  ...{ userId: 7, userName: 'Luis', userLastname: 'Paredes', userEmail: 'luis@andes.test', companyId: 3, companyName: 'Andes' },
  ...{ permits: ['sims', 'plans'], canHibernate: '0', admin: '0', state: 'active', updatedAt: '2026-11-21T00:00:00+00:00' },
}
const NONE: Edits = new Map()
const ana: Editor = {
  email: 'ana@andes.test',
  rights: { permits: PERMITS, canHibernate: true, isAdmin: false },
  rootCompanyId: 0,
}

test('a tick is kept beside the saved rights, and a second one reverts it', () => {
  const once = toggledEdits(NONE, row, 'hys')
  expect(shownRights(row, once).permits).toEqual(['sims', 'hys', 'plans'])
  expect(once.get(7)?.updatedAt).toBe(row.updatedAt)
  expect(toggledEdits(once, row, 'hys').size).toBe(0)
  const both = toggledEdits(toggledEdits(once, row, 'canHibernate'), row, 'sims')
  expect(shownRights(row, both)).toEqual({ permits: ['hys', 'plans'], canHibernate: true, isAdmin: false })
})

test('a role sets all rights as one edit, and the rights that a user has are none', () => {
  const billing = editsWith(toggledEdits(NONE, row, 'users'), row, rightsOfRole('billing', ana.rights))
  expect(shownRights(row, billing)).toEqual({ permits: ['requests', 'plans'], canHibernate: false, isAdmin: false })
  expect(billing.get(7)?.updatedAt).toBe(row.updatedAt)
  expect(editsWith(billing, row, { permits: ['sims', 'plans'], canHibernate: false, isAdmin: false }).size).toBe(0)
})

test('a tick from before another user’s save keeps the rights that it was based on', () => {
  const once = toggledEdits(NONE, row, 'hys')
  const later = { ...row, updatedAt: '2026-11-22T00:00:00+00:00' }
  expect(toggledEdits(once, later, 'requests').get(7)?.updatedAt).toBe(row.updatedAt)
})

test.each([
  ['what the editor holds', row, 'plans', ana, undefined],
  ['their own row', { ...row, userEmail: ana.email }, 'plans', ana, /propios/],
  [
    'a user who holds more',
    { ...row, canHibernate: '1' as const },
    'sims',
    { ...ana, rights: { ...ana.rights, canHibernate: false } },
    /no tiene/,
  ],
  [
    'what the editor does not hold',
    { ...row, permits: [] },
    'hys',
    { ...ana, rights: { ...ana.rights, permits: ['users'] as const } },
    /no tiene/,
  ],
  [
    'administration elsewhere',
    row,
    'admin',
    { ...ana, rights: { ...ana.rights, isAdmin: true }, rootCompanyId: 1 },
    /principal/,
  ],
] as const)('%s', (_, of, name, editor, reason) => {
  const block = disabledReason(of as PermitRow, name, editor)
  if (reason) expect(block).toMatch(reason)
  else expect(block).toBeUndefined()
})

test.each([
  ['ArrowDown', false, { row: 4, column: 2 }],
  ['ArrowLeft', false, { row: 3, column: 1 }],
  ['End', false, { row: 3, column: 9 }],
  ['End', true, { row: 999, column: 9 }],
  ['Home', true, { row: 0, column: 0 }],
  ['PageUp', false, { row: 0, column: 2 }],
  ['Tab', false, undefined],
])('%s (ctrl %s) moves in the grid', (key, ctrlKey, to) => {
  expect(gridMove({ key, ctrlKey }, { row: 3, column: 2 }, { rows: 1000, columns: 10 })).toEqual(to)
})
