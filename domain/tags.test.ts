import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctTags, firstColour, isTagName, TAG_COLOURS, TAG_NAME_MAX, tagKey, tagNamesIn } from './tags.ts'

test.each(['norte', 'Obra 7', 'ñandú', 'x'.repeat(TAG_NAME_MAX)])('%j can be a tag’s name', (name) => {
  expect(isTagName(name)).toBe(true)
})

test.each(['', ' norte', 'norte ', 'a,b', 'a;b', 'a|b', 'a\tb', 'x'.repeat(TAG_NAME_MAX + 1)])('%j can’t', (name) => {
  expect(isTagName(name)).toBe(false)
})

test('a cell’s names are those that were put into it, each once', () => {
  const name = fc.stringMatching(/^[a-zA-ZñÑ0-9 ]{1,12}$/).map((text) => text.trim() || 'x')
  fc.assert(
    fc.property(fc.array(name), fc.constantFrom(',', ';', ' ; ', '|'), (names, separator) => {
      expect(tagNamesIn(names.join(separator))).toEqual(distinctTags(names))
      expect(new Set(distinctTags(names).map(tagKey)).size).toBe(new Set(names.map(tagKey)).size)
    }),
  )
})

test('a name has the same first colour however it is written, and never grey', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (name) => {
      expect(TAG_COLOURS.slice(1)).toContain(firstColour(name))
      expect(firstColour(tagKey(name))).toBe(firstColour(name))
    }),
  )
})
