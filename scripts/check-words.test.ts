import { expect, test } from 'vitest'
import { countByRoom, findNames, findWords } from './check-words.ts'

test.each([
  ['a comment', '// whoever comes first\nexport const a = 1'],
  ['an identifier in camel case', 'const toldTo = 1'],
  ['an identifier in capitals', 'const PATIENCE_MS = 1'],
  ['a type', 'interface Wanted { a: string }'],
  ['a field', "const a = { isTold: true, b: 'x' }"],
  ['an element', 'const a = <Sight />'],
  ['the title of a test', "test('nobody is asked', () => {})"],
  ['the title of a table of tests', "test.each([1])('%s is told', () => {})"],
  ['a phrase', '/** Lines that a worker has in its hands. */'],
])('a banned word is found in %s', (_, text) => {
  expect(findWords('web/a.tsx', text)).toHaveLength(1)
})

test('strings that people read, other words and what begins alike are left alone', () => {
  const text = "const teller = 1\nconst hearing = t('Nobody is here')\n// look it up; a lookup is known; the looked-up row"
  expect(findWords('web/a.ts', text).map(({ sentence }) => sentence)).toEqual([
    "web/a.ts:1 'teller': notify, report, send, return",
  ])
})

test('an identifier counts once in a file, a word of a comment each time', () => {
  expect(findWords('web/a.ts', 'const told = 1\nuse(told, told)\n// told and told')).toHaveLength(3)
})

test('a name that two files export is found in both; passing one on is not exporting it again', () => {
  const names = findNames({
    'server/a.ts': 'export interface Row { a: 1 }',
    'server/b.ts': 'export type Row = 1',
    'web/c.ts': "export { Row } from './x.ts'\nexport const other = 1",
  })
  expect(names.map(({ sentence }) => sentence)).toEqual([
    'server/a.ts exports Row: server/a.ts, server/b.ts',
    'server/b.ts exports Row: server/a.ts, server/b.ts',
  ])
  expect(countByRoom(names, ['server', 'web'])).toEqual({
    server: { words: 0, names: 2 },
    web: { words: 0, names: 0 },
  })
})

test('a call and its command may share a name, two commands may not', () => {
  const call = { 'contract/a/a.calls.ts': 'export const createAlarm = 1', 'server/a.ts': 'export function createAlarm() {}' }
  expect(findNames(call)).toEqual([])
  expect(findNames({ ...call, 'server/b.ts': 'export function createAlarm() {}' })).toHaveLength(3)
})
