import { beforeEach, expect, test } from 'vitest'
import { singleKeysOf } from './page-keys.ts'

const press = (key: string, timeStamp = 0) => read({ key, timeStamp })
let read: ReturnType<typeof singleKeysOf>
beforeEach(() => {
  read = singleKeysOf(new Map([['s', '/sims']]))
})

test('the search, the list of keys, and a screen after G', () => {
  expect(press('/')).toBe('search')
  expect(press('?')).toBe('shortcuts')
  expect(press('g', 1_000)).toBeUndefined()
  expect(press('S', 2_000)).toEqual({ path: '/sims' })
})

test('a letter alone, too late after G, after another key, or of no screen opens nothing', () => {
  expect(press('s')).toBeUndefined()
  press('g', 1_000)
  expect(press('s', 2_600)).toBeUndefined()
  press('g', 3_000)
  expect(press('x', 3_100)).toBeUndefined()
  expect(press('s', 3_200)).toBeUndefined()
})
