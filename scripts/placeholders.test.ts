import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../web')

type Texts = { readonly [key: string]: string | Texts }

/** Placeholders of each text by its key; plural forms together. */
function placeholdersOf(texts: Texts, prefix = ''): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (key: string, names: Iterable<string>) => found.set(key, new Set([...(found.get(key) ?? []), ...names]))
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string') for (const [key, names] of placeholdersOf(text, `${prefix}${name}.`)) add(key, names)
    else
      add(
        `${prefix}${name}`.replace(/_(one|other)$/, ''),
        [...text.matchAll(/\{\{(\w+)/g)].map(([, named = '']) => named),
      )
  }
  return found
}

/** All texts of a language. Loaded at run time: the page's types are outside this type check. */
async function textsIn(language: 'es' | 'en'): Promise<Texts> {
  const files = ['common', 'first', 'screens'].map((name) => join(WEB, `words/${name}.${language}.ts`))
  const catalogues = await Promise.all(files.map(async (file) => Object.values(await import(file))))
  return Object.assign({}, ...catalogues.flat())
}

const [spanish, english] = [placeholdersOf(await textsIn('es')), placeholdersOf(await textsIn('en'))]

/** The text from an opening bracket to the one that closes it. */
function bracketed(source: string, start: number): string {
  let depth = 0
  for (let place = start; place < source.length; place += 1) {
    if ('([{'.includes(source[place] ?? ' ')) depth += 1
    if (')]}'.includes(source[place] ?? ' ')) depth -= 1
    if (depth === 0) return source.slice(start, place + 1)
  }
  return source.slice(start)
}

/** Names of an object literal's own properties; undefined when it spreads another or is no literal. */
function propertiesOf(literal: string): string[] | undefined {
  if (!literal.startsWith('{') || literal.includes('...')) return
  const flat = literal.slice(1, -1).replace(/\$\{[^}]*\}|'[^']*'|`[^`]*`/g, '')
  let depth = 0
  const own = [...flat].filter((char) => {
    if ('([{'.includes(char)) depth += 1
    if (')]}'.includes(char)) depth -= 1
    return depth === 0
  })
  return own
    .join('')
    .split(',')
    .map((part) => part.split(':')[0]?.trim() ?? '')
    .filter(Boolean)
}

/** Calls of `t` whose first argument is a literal key, with the source of the values that they give. */
function callsOf(file: string): { at: string; key: string; values: string }[] {
  const source = readFileSync(join(WEB, file), 'utf8')
  return [...source.matchAll(/(?<![\w.])t\(\s*'([\w.]+)'/g)].map((match) => {
    const call = bracketed(source, match.index + match[0].indexOf('('))
    const values = call
      .slice(call.indexOf(match[1] ?? '') + (match[1] ?? '').length + 1, -1)
      .replace(/^\s*,\s*/, '')
      .replace(/,\s*$/, '')
    return { at: `${file}:${source.slice(0, match.index).split('\n').length}`, key: match[1] ?? '', values: values.trim() }
  })
}

const calls = globSync('**/*.{ts,tsx}', { cwd: WEB })
  .filter((file) => !/\.(test|es|en)\.tsx?$/.test(file))
  .flatMap(callsOf)

describe('placeholders', () => {
  test('a text has the same in both languages', () => {
    const differing = [...spanish].filter(([key, names]) => {
      const others = english.get(key)
      return !others || others.size !== names.size || [...names].some((name) => !others.has(name))
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })

  test('a call gives a value for each, and no other', () => {
    expect(calls.length).toBeGreaterThan(1_000)
    const wrong = calls.flatMap(({ at, key, values }) => {
      const given = values === '' ? [] : propertiesOf(values)
      const named = spanish.get(key)
      if (!given || !named) return []
      const missing = [...named].filter((name) => !given.includes(name))
      const unused = given.filter((name) => name !== 'count' && !named.has(name))
      return [...missing, ...unused].map((name) => `${at} ${key}: ${name}`)
    })
    expect(wrong).toEqual([])
  })
})
