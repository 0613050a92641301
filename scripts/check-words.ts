import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** What is not a standard term, and what to write in its place. */
const BANNED: readonly (readonly [pattern: string, instead: string])[] = [
  ["(some|any|every)body('?s)?|someone|nobody('?s)?|whoever|whomever", 'a user, a person, another process, no process'],
  ['in (\\w+ )?hands?', 'claimed'],
  ['told|tells?|telling|teller', 'notify, report, send, return'],
  ['hears?|heard', 'receive, listen'],
  ['knows?', 'has, supports, is given'],
  // 'learn' itself is a mode of device locks on the wire
  ['learns|learned', 'read, receive'],
  ['forgets?|forgot|forgotten(?! password)', 'delete, release'],
  ['remembers?|remembered', 'keep, cache, store'],
  ['look(s|ed|ing)?(?!( \\w+)?[ -]up)(?! like)', 'poll, read, check; of appearance: style'],
  ['patience|patient', 'timeout'],
  ['wanted', 'what it is: filter, target, request'],
  ['wakes?|woken', 'notify, start'],
  ['believes?|believed', 'accept, trust'],
  ['reckon(s|ed|ing)?', 'compute, calendar'],
  ['witness(es)?', 'record'],
  ['fates?', 'outcome'],
  ['sights?', 'snapshot'],
  ['misfits?|hasten(s|ed)?', 'mismatch; expedite'],
]
const PATTERNS = BANNED.map(([pattern, instead]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'), instead }))

const ROOT = join(import.meta.dirname, '..')
const SOURCES = '{bench,client,contract,deploy,domain,e2e,lab,scripts,server,terminal,test,web}/**/*.{ts,tsx}'
const ALLOWED = join(ROOT, 'scripts/allowed-words.json')
/** Where the banned words stand because they are banned. */
const EXCEPT = ['scripts/check-words.ts', 'scripts/check-words.test.ts']

export interface Finding {
  room: string
  /** what is counted: banned words, or names that two files export */
  kind: 'words' | 'names'
  sentence: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Comments, test titles and, once each, identifiers, with where they begin. */
function textsOf(file: string, text: string): { text: string; start: number }[] {
  const { program, comments } = parseSync(file, text)
  const texts = comments.map(({ value, start }) => ({ text: value, start }))
  const names = new Map<string, number>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (/Identifier$/.test(node.type) && !names.has(String(node.name))) names.set(String(node.name), node.start)
    if (node.type === 'CallExpression') {
      const [title] = node.arguments as Node[]
      const isTest = /^(test|it|describe)\b/.test(text.slice(node.start, node.start + 9))
      if (isTest && title) texts.push({ text: text.slice(title.start, title.end as number), start: title.start })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  return [...texts, ...[...names].map(([name, start]) => ({ text: name, start }))]
}

/** A text as words: `toldTo` and `TOLD_TO` are 'told to'. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .replaceAll('_', ' ')
    .toLowerCase()

const roomOf = (file: string): string => file.split('/')[0] ?? ''

export function findWords(file: string, text: string): Finding[] {
  return textsOf(file, text).flatMap(({ text: piece, start }) => {
    const words = wordsOf(piece)
    const found = PATTERNS.flatMap(({ pattern, instead }) => (words.match(pattern) ?? []).map((word) => ({ word, instead })))
    const line = text.slice(0, start).split('\n').length
    return found.map(({ word, instead }) => ({
      room: roomOf(file),
      kind: 'words',
      sentence: `${file}:${line} '${word}': ${instead}`,
    }))
  })
}

/**
 * Names that two files export; a name that is passed on counts where it is declared. The call of a name in the contract, its
 * command in the server and what the page does with it are one thing and may share it.
 */
export function findNames(files: Readonly<Record<string, string>>): Finding[] {
  const places = new Map<string, string[]>()
  for (const [file, text] of Object.entries(files)) {
    if (/\.test\.tsx?$/.test(file)) continue
    const entries = parseSync(file, text).module.staticExports.flatMap((statement) => statement.entries)
    const names = entries.flatMap(({ exportName, moduleRequest }) => (moduleRequest ? [] : [exportName.name ?? 'default']))
    for (const name of new Set(names)) if (name !== 'default') places.set(name, [...(places.get(name) ?? []), file])
  }
  return [...places].flatMap(([name, all]) => {
    const isCall = all.some((file) => file.endsWith('.calls.ts')) && new Set(all.map(roomOf)).size === all.length
    if (all.length === 1 || isCall) return []
    return all.map((file) => ({ room: roomOf(file), kind: 'names', sentence: `${file} exports ${name}: ${all.join(', ')}` }))
  })
}

type Counts = Record<string, { words: number; names: number }>

/** How many of each a room has; the file of what is allowed has the same form, and its numbers only fall. */
export function countByRoom(findings: readonly Finding[], rooms: readonly string[]): Counts {
  const count = (room: string, kind: Finding['kind']): number =>
    findings.filter((finding) => finding.room === room && finding.kind === kind).length
  return Object.fromEntries(rooms.map((room) => [room, { words: count(room, 'words'), names: count(room, 'names') }]))
}

if (import.meta.main) {
  const paths = globSync(SOURCES, { cwd: ROOT }).filter((path) => !path.includes('.generated.') && !EXCEPT.includes(path))
  const files = Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  const findings = [...Object.entries(files).flatMap(([file, text]) => findWords(file, text)), ...findNames(files)]
  const counts = countByRoom(findings, [...new Set(paths.map(roomOf))].sort())
  const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8')) as Counts
  const [command, room] = process.argv.slice(2)
  if (command === '--list') {
    for (const finding of findings) if (room === undefined || finding.room === room) console.log(finding.sentence)
  } else if (command === '--write') {
    for (const [room, { words, names }] of Object.entries(counts)) {
      const before = allowed[room] ?? { words, names }
      counts[room] = { words: Math.min(words, before.words), names: Math.min(names, before.names) }
    }
    writeFileSync(
      ALLOWED,
      `{\n${Object.entries(counts)
        .map(([room, count]) => `  "${room}": { "words": ${count.words}, "names": ${count.names} }`)
        .join(',\n')}\n}\n`,
    )
  } else {
    for (const [room, count] of Object.entries(counts)) {
      for (const kind of ['words', 'names'] as const) {
        const most = allowed[room]?.[kind] ?? 0
        if (count[kind] <= most) continue
        console.error(
          `${room}: ${count[kind]} banned ${kind}, ${most} are allowed. node scripts/check-words.ts --list ${room} shows them.`,
        )
        process.exitCode = 1
      }
    }
  }
}
