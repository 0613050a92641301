import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { encodeCursor, keyset, nextCursor, UnreadableCursor } from './keyset.ts'

const { after } = keyset([
  { expression: sql`at`, type: 'moment' },
  { expression: sql`name`, type: 'text' },
  { expression: sql`id`, type: 'integer' },
])
const keys = ['2026-11-21T09:42:00.123456+00:00', 'Ñandú "1"', '-7']

test('a page goes on behind the keys of its last row', () => {
  const cursor = nextCursor([keys, keys], 2, (row) => row)
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(() => after(cursor)).not.toThrow()
})

test('the last page has no cursor', () => {
  expect(nextCursor([keys], 2, (row) => row)).toBeUndefined()
  expect(nextCursor([], 0, (row: string[]) => row)).toBeUndefined()
})

describe('refused is', () => {
  test.each([
    ['what is no text of ours', '!!!'],
    ['JSON of another shape', Buffer.from('{"at":1}').toString('base64url')],
    ['a cursor of fewer keys', encodeCursor(keys.slice(1))],
    ['a cursor of more keys', encodeCursor([...keys, '1'])],
    ['a key that is missing', encodeCursor([null, 'a', '1'])],
    ['a word for a number', encodeCursor(keys.with(2, 'x'))],
    ['a number that no column holds', encodeCursor(keys.with(2, '9'.repeat(30)))],
    ['a zero byte', encodeCursor(keys.with(1, 'a\0'))],
    ['a moment of no calendar', encodeCursor(keys.with(0, 'yesterday'))],
  ])('%s', (_, cursor) => {
    expect(() => after(cursor)).toThrow(UnreadableCursor)
  })
})
