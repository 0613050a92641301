import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '#server/config.ts'
import manifest from '../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
/** Documents that name today's files. Decisions name those of their day. */
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/decisions/README.md', ...globSync('docs/*.md', { cwd: ROOT })]
const textOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8')
const DECISIONS = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).toSorted()
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)
const brokenLinks = (document: string): string[] =>
  all(textOf(document).replaceAll(/`[^`]*`/g, ''), /\]\((?!https?:|mailto:|#)([^)#\s]+)/g).filter(
    (link) => !existsSync(join(ROOT, dirname(document), link)),
  )

/** In code spans: from the root, through a room, to a file or folder; a name to be filled in is in capitals or angle brackets. */
const PATH =
  /(?<![\w./-])((?:bench|client|contract|database|deploy|docs|domain|e2e|lab|scripts|server|terminal|test|web)\/[\w./-]*[\w/])(?![\w<*{])/g
/** made where it is first needed */
const MADE = new Set(['bench/.cache'])

test.each(DOCUMENTS)('%s names commands, files and documents that exist', (document) => {
  const text = textOf(document)
  const spans = all(text, /`([^`\n]+)`/g).join('\n')
  const commands = all(text, /npm run ([\w-]+)/g).filter((name) => !Object.hasOwn(manifest.scripts, name))
  const paths = all(spans, PATH).filter((path) => !/[A-Z]{4}_/.test(path) && !MADE.has(path) && !existsSync(join(ROOT, path)))
  expect({ commands, paths, links: brokenLinks(document) }).toEqual({ commands: [], paths: [], links: [] })
})

test.each(DECISIONS)('%s has a number of its own, a date and a status, and a row in the index', (decision) => {
  const text = textOf(decision)
  const [, number, title, date, status] =
    /^# (\d+)\. (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: ((?:accepted|superseded).*)\n\n/.exec(text) ?? []
  const file = basename(decision)
  expect(DECISIONS.filter((other) => basename(other).startsWith(file.slice(0, 5)))).toEqual([decision])
  expect(Number(file.slice(0, 4))).toBe(Number(number))
  const rows = textOf('docs/decisions/README.md').split('\n')
  expect(rows).toContain(`| ${number} | [${title}](${file}) | ${date} | ${status} |`)
  expect(brokenLinks(decision)).toEqual([])
})

test('docs/configuration.md documents every variable that the server reads, in its schema or beside it', () => {
  const sources = globSync('server/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  const read = sources.flatMap((path) => all(textOf(path), /process\.env\.(\w+)/g))
  // who runs a command is the system's to say
  const ours = [...Object.keys(configSchema.shape), ...read].filter((name) => name !== 'USER')
  const documented = new Set(all(textOf('docs/configuration.md'), /`([A-Z_]+)`/g))
  expect(ours.filter((name) => !documented.has(name))).toEqual([])
})

test('docs/architecture.md names every room of the picture', () => {
  const page = textOf('docs/architecture.md')
  const rooms = all(textOf('docs/pictures/house.svg'), /data-room="([^"]+)"/g)
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.filter((room) => !page.includes(`\`${room}\``) && !page.includes(`\`${room}/\``))).toEqual([])
})

test('docs/security.md quotes titles of tests that exist', () => {
  const files = globSync('{domain,e2e,server,test,web}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
  const tests = files.map(textOf).join('\n').replaceAll("\\'", "'")
  const lastCells = all(textOf('docs/security.md'), /^\|.*\|(.*)\|$/gm).join('\n')
  const missing = all(lastCells, /'([^'\n]+)'/g).filter((title) =>
    title.split('…').some((part) => !tests.includes(part.trim())),
  )
  expect(missing).toEqual([])
})
