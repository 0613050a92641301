import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../web')
const read = (file: string): string => readFileSync(join(WEB, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const GLOBAL_SHEETS = ['ui/base.css', 'ui/fonts.css', 'ui/mantine.css', 'ui/tokens.css', 'ui/utilities.css']
/** Classes of libraries, which a module may restyle. */
const FOREIGN = /^(mantine|maplibregl)-/

const sheets = globSync('**/*.module.css', { cwd: WEB })
const scripts = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !/\.test\.tsx?$/.test(file))

/** What stands before the braces of each rule. */
const selectorsOf = (css: string): string[] =>
  [...css.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim()).filter((selector) => !selector.startsWith('@'))
const classesIn = (text: string): string[] => [...text.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)
const OTHER = /:global\(([^)]*)\)/g

const shared = new Set(['ui/base.css', 'ui/utilities.css'].flatMap((file) => selectorsOf(read(file)).flatMap(classesIn)))
const modules = new Map(
  sheets.map((file) => {
    const selectors = selectorsOf(read(file))
    const own = new Set(selectors.flatMap((selector) => classesIn(selector.replaceAll(OTHER, ''))))
    const others = selectors.flatMap((selector) => [...selector.matchAll(OTHER)].flatMap(([, inner = '']) => classesIn(inner)))
    return [file, { own, others, used: new Set<string>(), isDynamic: false }]
  }),
)
/** As `generateScopedName` in vite.config.ts makes it. */
const inPage = new Set(
  [...modules].flatMap(([file, { own }]) => [...own].map((name) => `${basename(file, '.module.css')}_${name}`)),
)

const unknown: string[] = []
for (const file of scripts) {
  const text = read(file)
  for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const module = modules.get(path.startsWith('#web/') ? path.slice('#web/'.length) : normalize(join(dirname(file), path)))
    if (!module) {
      unknown.push(`${file}: ${path}`)
      continue
    }
    module.isDynamic ||= text.includes(`${name}[`)
    for (const [, used = ''] of text.matchAll(new RegExp(`(?<![\\w.'])${name}\\.(\\w+)`, 'g'))) {
      module.used.add(used)
      if (!module.own.has(used)) unknown.push(`${file}: ${name}.${used}`)
    }
  }
}

test('all styles but tokens, reset and utilities are in modules', () => {
  expect(
    globSync('**/*.css', { cwd: WEB })
      .filter((file) => !file.endsWith('.module.css'))
      .toSorted(),
  ).toEqual(GLOBAL_SHEETS)
})

test('a module is named once, so that a class in the page leads to its sheet', () => {
  const names = sheets.map((file) => basename(file))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every class that a component names is in its module', () => {
  expect(unknown).toEqual([])
})

test('every class of a module is used by a component', () => {
  const unused = [...modules].flatMap(([file, { own, used, isDynamic }]) =>
    isDynamic ? [] : [...own].filter((name) => !used.has(name)).map((name) => `${file}: .${name}`),
  )
  expect(unused).toEqual([])
})

test('a class that a module takes from elsewhere is a utility, one of another module, or of a library', () => {
  const missing = [...modules].flatMap(([file, { others }]) =>
    others.filter((name) => !shared.has(name) && !inPage.has(name) && !FOREIGN.test(name)).map((name) => `${file}: .${name}`),
  )
  expect(missing).toEqual([])
})

test('a module has the keyframes of its animations, whose names it makes its own', () => {
  const missing = sheets.flatMap((file) => {
    const css = read(file)
    const names = [...css.matchAll(/animation(?:-name)?:\s*([a-z][\w-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'none')
    return names.filter((name) => !css.includes(`@keyframes ${name} {`)).map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('no class has a name of one or two letters', () => {
  const names = [...shared, ...[...modules.values()].flatMap(({ own }) => [...own])]
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter((name) => name.length < 3)).toEqual([])
})
