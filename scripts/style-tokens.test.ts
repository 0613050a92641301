import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../web')
const read = (file: string): string => readFileSync(join(WEB, file), 'utf8')
const styles = globSync('**/*.css', { cwd: WEB })
const scripts = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !/\.test\.tsx?$/.test(file))

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)
const DECLARED = /(?<![\w-])(--[\w-]+)\s*:/g
const USED = /var\(\s*(--[\w-]+)(?![\w-]|\$\{)/g
/** '--x' in quotes: a name that a script asks the style for, or sets when a colon follows */
const QUOTED = /['"](--[a-z][\w-]*)['"](?!\s*:)/g
const SET = /['"](--[\w-]+)['"]\s*:/g
/** a name that is put together while the page runs, which no search for the name finds */
const BUILT = /--[\w-]*\$\{/

/** What a block of tokens.css declares: of both themes, or of one. */
function tokensOf(selector: string): string[] {
  const css = read('ui/tokens.css')
  const from = css.indexOf(`${selector} {`)
  expect(from, `${selector} in tokens.css`).toBeGreaterThanOrEqual(0)
  return namesIn(css.slice(from, css.indexOf('\n}', from)), DECLARED)
}

const shared = tokensOf(':root')
const themes = { light: tokensOf(':root[data-theme="light"]'), dark: tokensOf(':root[data-theme="dark"]') }
/** of one part of the page: declared in its own styles, or set by its script */
const local = [
  ...styles.filter((file) => !file.endsWith('tokens.css')).flatMap((file) => namesIn(read(file), DECLARED)),
  ...scripts.flatMap((file) => namesIn(read(file), SET)),
]
const used = [...styles, ...scripts].flatMap((file) => {
  const names = namesIn(read(file), USED)
  const asked = file.endsWith('.css') ? [] : namesIn(read(file), QUOTED)
  return [...names, ...asked].map((name) => ({ file, name }))
})

test.each(['light', 'dark'] as const)('every variable that a style or a script uses is declared in the %s theme', (theme) => {
  const known = new Set([...shared, ...themes[theme], ...local])
  expect(used.length).toBeGreaterThan(500)
  expect(used.filter(({ name }) => !known.has(name))).toEqual([])
})

test('a token of one theme is a token of the other', () => {
  expect(themes.dark.filter((name) => !themes.light.includes(name))).toEqual([])
})

test('names of tokens are written in full, but for the widths of the grid, a name for each column', () => {
  expect(scripts.filter((file) => BUILT.test(read(file))).toSorted()).toEqual([
    'features/sims/grid/grid-head.tsx',
    'features/sims/grid/rendered-columns.ts',
  ])
})
