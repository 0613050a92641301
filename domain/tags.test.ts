import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareTagNames,
  distinctTags,
  isTagName,
  newTagColour,
  TAG_COLOURS,
  TAG_NAME_MAX,
  tagKey,
  tagNamesIn,
} from './tags.ts'

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

test('new tags take the colours in turn, whatever others were deleted or recoloured, and never grey', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...TAG_COLOURS)), fc.integer({ min: 1, max: 30 }), (before, many) => {
      const taken = [...before]
      for (let n = 0; n < many; n++) {
        const colour = newTagColour(taken)
        const count = (one: string) => taken.filter((other) => other === one).length
        expect(colour).not.toBe('grey')
        expect(count(colour)).toBe(Math.min(...TAG_COLOURS.slice(1).map(count)))
        taken.push(colour)
      }
    }),
  )
})

test('names are in the order in which people read them', () => {
  expect(['turno 10', 'Ñuñoa', 'árbol', 'turno 2', 'Turno 1', 'nave'].toSorted(compareTagNames)).toEqual([
    ...['árbol', 'nave', 'Ñuñoa', 'Turno 1', 'turno 2', 'turno 10'],
  ])
})
