import { expect, test } from 'vitest'
import { shownDifferences } from './shown-differences.ts'

const pathsOf = (before: object | null, after: object | null) =>
  shownDifferences(before && JSON.stringify(before), after && JSON.stringify(after)).map(({ path }) => path)

test('the company of what was created or deleted is not a change; another company than before is', () => {
  expect(pathsOf(null, { userName: 'Eva', companyId: 9 })).toEqual(['userName'])
  expect(pathsOf({ url: 'https://andes.test', companyId: 9 }, null)).toEqual(['url'])
  expect(pathsOf({ companyId: 9 }, { companyId: 4 })).toEqual(['companyId'])
  expect(pathsOf(null, { parameters: { companyId: 9 }, parentId: 2 })).toEqual(['parameters.companyId', 'parentId'])
})

test('a number beside its name is left out, and so is a result of nothing', () => {
  expect(pathsOf(null, { alarmId: 31, alarmName: 'Cámaras', noticeId: 7 })).toEqual(['alarmName', 'noticeId'])
  expect(pathsOf(null, { created: 40, bad: 0, skipped: 0 })).toEqual(['created'])
})

test('what a new thing is not is left out; what a change turned off is shown', () => {
  expect(pathsOf(null, { userName: 'Eva', isAdmin: false, canHibernate: true })).toEqual(['userName', 'canHibernate'])
  expect(pathsOf({ canHibernate: true }, { canHibernate: false })).toEqual(['canHibernate'])
  expect(pathsOf({ isAdmin: null }, { isAdmin: false })).toEqual(['isAdmin'])
})
