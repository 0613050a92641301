import { expect, test } from 'vitest'
import { CALL_NAMES } from '../contract.ts'
import { openApiDocument, type PathItem } from './openapi.ts'

const document = openApiDocument()

/** The parts of a path, a parameter as the pattern of its values. */
const partsOf = ([path, item]: [string, PathItem]): (string | RegExp)[] => {
  const [operation] = Object.values(item)
  return path.split('/').map((part) => {
    if (!part.startsWith('{')) return part
    const schema = operation?.parameters?.find(({ name, in: place }) => place === 'path' && `{${name}}` === part)?.schema
    return schema?.type === 'integer' ? /^\d+$/ : schema?.pattern ? new RegExp(schema.pattern) : /^/
  })
}

const canBothBe = (a: string | RegExp, b: string | RegExp): boolean => {
  if (typeof a === 'string') return typeof b === 'string' ? a === b : b.test(a)
  return typeof b === 'string' ? a.test(b) : true
}
const matchOne = (a: readonly (string | RegExp)[], b: readonly (string | RegExp)[]): boolean =>
  a.length === b.length && a.every((part, index) => canBothBe(part, b[index] ?? ''))
/** Everywhere the plainer of two paths is meant where both match, which is no riddle: /sim/tags is not a SIM called tags. */
const isPlainer = (a: readonly (string | RegExp)[], b: readonly (string | RegExp)[]): boolean =>
  a.every((part, index) => typeof part === 'string' || typeof b[index] !== 'string')

test('no address matches two paths of which neither is the plainer one, by the types of their parameters', () => {
  const paths = Object.entries(document.paths).map((entry) => ({ path: entry[0], parts: partsOf(entry) }))
  const riddles = paths.flatMap(({ path, parts }, index) =>
    paths
      .slice(index + 1)
      .filter((other) => matchOne(parts, other.parts) && !isPlainer(parts, other.parts) && !isPlainer(other.parts, parts))
      .map((other) => [path, other.path]),
  )
  expect(riddles).toEqual([])
})

test('every call says in words what it is about, who may make it, and to what it belongs', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  expect(operations).toHaveLength(CALL_NAMES.size)
  expect(operations.filter(({ summary, description }) => summary === '' || description === '')).toEqual([])
  expect(document.tags.filter(({ description }) => description === '')).toEqual([])
})
