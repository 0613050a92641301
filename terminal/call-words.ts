import { readFileSync } from 'node:fs'
import type { CallValues } from './api-client.ts'
import { suggestion } from './command-line.ts'
import { usageError } from './failure.ts'
import { fieldValue, type Given } from './options.ts'
import type { CallField, PublicCall } from './public-call.ts'
import { uploadOf } from './upload.ts'

type Place = 'params' | 'query' | 'body'
const PLACES: readonly Place[] = ['params', 'query', 'body']

/** A file's text, or stdin's. */
const textOf = (path: string): string => {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch {
    throw usageError(`${path} can't be read.`)
  }
}

function wholeBody(given: string): Record<string, unknown> {
  const text = given === '-' ? textOf('-') : given.startsWith('@') ? textOf(given.slice(1)) : given
  try {
    return JSON.parse(text)
  } catch {
    throw usageError('--body takes JSON, and this is none.')
  }
}

/** The field that a name such as `filter.search` means, and where its value goes. */
function placeOf(call: PublicCall, name: string): { place: Place; path: readonly string[]; field: CallField } {
  const path = name.split('.')
  for (const place of PLACES) {
    let field = call[place].find((one) => one.name === path[0])
    for (const part of path.slice(1)) field = field?.fields?.find((one) => one.name === part)
    if (field) return { place, path, field }
  }
  const names = PLACES.flatMap((place) => call[place].map((field) => field.name))
  const known = names.length > 0 ? `It takes ${names.join(', ')}.` : 'It takes none.'
  throw usageError(`${call.name} takes no ${name}.${suggestion(name, names)} ${known}`)
}

function put(into: Record<string, unknown>, [first = '', ...more]: readonly string[], value: unknown, isList: boolean): void {
  if (more.length > 0) {
    into[first] ??= {}
    put(into[first] as Record<string, unknown>, more, value, isList)
    return
  }
  const before = into[first]
  into[first] = isList && Array.isArray(before) ? [...before, ...(value as unknown[])] : value
}

/** Values of a call as they stand on the command line: `name=value`, a whole body, a file. */
export function valuesOfWords(call: PublicCall, words: readonly string[], given: Given): CallValues {
  const values: Record<Place, Record<string, unknown>> = { params: {}, query: {}, body: {} }
  if (given.body !== undefined) values.body = wholeBody(String(given.body))
  for (const word of words) {
    const at = word.indexOf('=')
    if (at < 1) throw usageError(`${word} is no value: write name=value. enlace call ${call.name} --help lists the names.`)
    const { place, path, field } = placeOf(call, word.slice(0, at))
    const text = word.slice(at + 1)
    const value = text === 'null' && !field.isRequired ? null : fieldValue(field, text, word.slice(0, at))
    put(values[place], path, value, field.type === 'texts' || field.type === 'numbers')
  }
  const missing = [...call.params, ...call.query].find(
    ({ name, isRequired }) => isRequired && values.params[name] === undefined && values.query[name] === undefined,
  )
  if (missing && !(call.upload && missing.name === 'fileName')) throw usageError(`${call.name} needs ${missing.name}=…`)
  if (!call.upload) return values
  if (given.file === undefined) throw usageError(`${call.name} needs --file FILE.`)
  const { fileName, ...upload } = uploadOf(String(given.file))
  return { ...values, query: { fileName, ...values.query }, upload }
}
