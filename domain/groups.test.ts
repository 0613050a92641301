import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  GROUP_NAME_MAX,
  GROUP_PATH_MAX,
  groupKey,
  groupPath,
  isWithin,
  keyAfterGroup,
  namesOfPath,
  ownName,
  pathAbove,
  pathOf,
  pathsTo,
} from './groups.ts'

const name = fc.stringMatching(/^[a-zA-ZñÑ0-9 }~{-]{1,8}$/).map((text) => text.trim() || 'x')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(pathOf)

test.each([
  ['Norte', 'Norte'],
  [' Norte /Camiones/ Frío ', 'Norte/Camiones/Frío'],
  [Array(3).fill('x'.repeat(GROUP_NAME_MAX)).join('/'), Array(3).fill('x'.repeat(GROUP_NAME_MAX)).join('/')],
])('%j is the path %j', (text, expected) => {
  expect(groupPath(text)).toBe(expected)
  expect(expected.length).toBeLessThanOrEqual(GROUP_PATH_MAX)
})

test.each(['', '/', 'Norte/', '/Norte', 'a//b', 'a/b/c/d', 'a,b', 'a|b', 'a;b', 'x'.repeat(GROUP_NAME_MAX + 1)])(
  '%j is no path',
  (text) => {
    expect(groupPath(text)).toBeUndefined()
  },
)

test('a path is its names again, and those around it are its beginnings', () => {
  fc.assert(
    fc.property(path, (one) => {
      expect(pathOf(namesOfPath(one))).toBe(one)
      expect(pathsTo(one).at(-1)).toBe(one)
      expect(pathAbove(one) === undefined ? ownName(one) : pathOf([pathAbove(one) ?? '', ownName(one)])).toBe(one)
    }),
  )
})

test('keys of a group and of those inside it, and no others, stand between its key and the one after', () => {
  fc.assert(
    fc.property(path, path, (group, other) => {
      const [key, its] = [groupKey(group), groupKey(other)]
      const isInside = pathsTo(other).some((around) => groupKey(around) === key)
      expect(isWithin(other, group)).toBe(isInside)
      expect(its === key || (its > `${key}|` && its < keyAfterGroup(key))).toBe(isInside)
    }),
  )
})
