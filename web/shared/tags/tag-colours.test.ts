import { expect, test } from 'vitest'
import { colourFinder, distinctByName } from './tag-colours.ts'

const tag = (companyId: number, name: string, colour: 'red' | 'blue') => ({
  tagId: companyId,
  companyId,
  name,
  colour,
  sims: 1,
})
const TAGS = [tag(1, 'norte', 'red'), tag(2, 'Norte', 'blue'), tag(2, 'garantía', 'blue')]

test('a tag has the colour of its company, else that of any, else none', () => {
  const colourOf = colourFinder(TAGS)
  expect([colourOf('norte', 1), colourOf('NORTE', 2), colourOf('norte'), colourOf('garantía', 1)]).toEqual([
    ...['red', 'blue', 'red', 'blue'],
  ])
  expect(colourOf('sur', 1)).toBe('grey')
})

test('tags of one name are one choice', () => {
  expect(distinctByName(TAGS).map(({ name }) => name)).toEqual(['garantía', 'norte'])
})
