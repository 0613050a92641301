import { expect, test } from 'vitest'
import { isApiKey } from '#domain/api-keys.ts'
import { newKey } from '../terminal/new-key.ts'

test('a key that the terminal makes has the form of those of the portal, and is another one each time', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(keys.filter((key) => !isApiKey(key))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})
