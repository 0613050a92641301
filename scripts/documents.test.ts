import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '#server/config.ts'
import manifest from '../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
/** Decisions stay as they were written; what they name may have gone since. */
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })]
const textOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** In code spans: from the root, through a room, to a file or folder; a name to be filled in is in capitals or angle brackets. */
const PATH = /(?<![\w./-])((?:bench|contract|database|docs|domain|e2e|lab|scripts|server|test|web)\/[\w./-]*[\w/])(?![\w<*{])/g
/** made where it is first needed */
const MADE = new Set(['bench/.cache'])

test.each(DOCUMENTS)('%s names commands, files and documents that exist', (document) => {
  const text = textOf(document)
  const spans = all(text, /`([^`\n]+)`/g).join('\n')
  const commands = all(text, /npm run ([\w-]+)/g).filter((name) => !Object.hasOwn(manifest.scripts, name))
  const paths = all(spans, PATH).filter((path) => !/[A-Z]{4}_/.test(path) && !MADE.has(path) && !existsSync(join(ROOT, path)))
  const links = all(text, /\]\((?!https?:|mailto:|#)([^)#\s]+)/g).filter(
    (link) => !existsSync(join(ROOT, dirname(document), link)),
  )
  expect({ commands, paths, links }).toEqual({ commands: [], paths: [], links: [] })
})

test('docs/configuration.md speaks of every variable that the server reads, by its schema or beside it', () => {
  const sources = globSync('server/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  const read = sources.flatMap((path) => all(textOf(path), /process\.env\.(\w+)/g))
  // who runs a command is the system's to say
  const ours = [...Object.keys(configSchema.shape), ...read].filter((name) => name !== 'USER')
  const told = new Set(all(textOf('docs/configuration.md'), /`([A-Z_]+)`/g))
  expect(ours.filter((name) => !told.has(name))).toEqual([])
})
