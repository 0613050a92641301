import { readFileSync } from 'node:fs'
import { parseDocument } from 'yaml'
import { suggestion } from './command-line.ts'
import { usageError } from './failure.ts'
import { type Entry, FLEET_KINDS, type FleetKind, fieldsOf, isEntry } from './fleet-kinds.ts'

/** One entry of a fleet file. */
export interface FileEntry {
  readonly kind: FleetKind
  /** as the file names it; undefined where it names none */
  readonly company: string | undefined
  /** references to the environment replaced */
  readonly entry: Entry
  /** as written, to be shown: a reference stays one */
  readonly written: Entry
}

type Environment = Readonly<Record<string, string | undefined>>

/** `${NAME}` in a text is what the environment has under it: secrets are no part of the file. */
export function withEnvironment(value: unknown, environment: Environment): unknown {
  if (Array.isArray(value)) return value.map((one) => withEnvironment(one, environment))
  if (isEntry(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withEnvironment(one, environment)]))
  if (typeof value !== 'string') return value
  return value.replaceAll(/\$\{(\w+)\}/g, (reference, name: string) => {
    const text = environment[name]
    if (text === undefined) throw usageError(`The file names ${reference}, and the environment has no ${name}.`)
    return text
  })
}

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch {
    throw usageError(`There is no file ${path}.`)
  }
}

function parsed(text: string, path: string): Entry {
  const document = parseDocument(text)
  const [error] = document.errors
  if (error) throw usageError(`${path} is no YAML: ${error.message.split('\n')[0]?.replace(/:$/, '')}.`)
  const content: unknown = document.toJS() ?? {}
  if (!isEntry(content)) throw usageError(`${path} has to begin with ${FLEET_KINDS.map(({ name }) => `${name}:`).join(', ')}.`)
  return content
}

function unknownName(place: string, name: string, known: readonly string[]): Error {
  return usageError(`${place} has no ${name}.${suggestion(name, known)} It may have ${known.join(', ')}.`)
}

function checkEntry(kind: FleetKind, place: string, entry: unknown): asserts entry is Entry {
  if (!isEntry(entry)) throw usageError(`${place} has to be fields with values, such as ${kind.key}.`)
  const known = ['company', ...fieldsOf(kind)]
  const unknown = Object.keys(entry).find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownName(place, unknown, known)
  const missing = [kind.key, ...kind.required].find((name) => entry[name] === undefined || entry[name] === '')
  if (missing !== undefined) throw usageError(`${place} has no ${missing}.`)
}

const textOf = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value))

/**
 * The entries of a fleet file, checked as far as that is possible without the portal.
 * @param text YAML, of which JSON is a part
 * @param path of the file, for sentences
 */
export function parseFleet(text: string, path: string, environment: Environment): FileEntry[] {
  const content = parsed(text, path)
  const known = ['company', ...FLEET_KINDS.map(({ name }) => name)]
  const unknown = Object.keys(content).find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownName(path, unknown, known)
  return FLEET_KINDS.flatMap((kind) => {
    const list = content[kind.name] ?? []
    if (!Array.isArray(list)) throw usageError(`${kind.name} has to be a list.`)
    return list.map((one: unknown, index): FileEntry => {
      checkEntry(kind, `${kind.name}[${index + 1}]`, one)
      const { company, ...written } = one
      const entry = withEnvironment(written, environment) as Entry
      return { kind, company: textOf(company ?? content.company), entry, written }
    })
  })
}

export const fleetFile = (path: string): FileEntry[] => parseFleet(readText(path), path, process.env)
