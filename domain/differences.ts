/** One thing that was changed: where it is, and how it was and is; null: not there. */
export interface Difference {
  /** names from the outside in, apart by dots; '' when the whole is a single value */
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return String(value)
}

/** Every value with its path. A list of plain values is one value: who reads it wants to see it whole. */
function flatten(value: unknown, path: string, into: Map<string, string | null>): void {
  if (isPlain(value)) into.set(path, textOf(value))
  else if (Array.isArray(value) && value.every(isPlain))
    into.set(path, value.length === 0 ? null : value.map(String).join(', '))
  else {
    for (const [name, inner] of Object.entries(value as object)) flatten(inner, path === '' ? name : `${path}.${name}`, into)
  }
}

const flat = (value: unknown): Map<string, string | null> => {
  const into = new Map<string, string | null>()
  if (value !== undefined && value !== null) flatten(value, '', into)
  return into
}

/**
 * What is different between two values as they were and are, such as rows of a table, in the order in which they name it. What was
 * made has no before, what was removed no after.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((one) => one.before !== one.after)
}
