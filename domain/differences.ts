/** One changed value with its path, before and after; null: absent. */
export interface Difference {
  /** names from the outside in, joined by dots; '' when the compared value itself is plain */
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return String(value)
}

/** Collects every value with its path. A list of plain values counts as one value, so that readers see it whole. */
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
 * The differences between two values, such as rows of a table before and after, in the order of their keys. A created
 * row has no before, a deleted one no after.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter((one) => one.before !== one.after)
}
