export { safeReturnPath } from '#domain/return-path.ts'

/** Address parameters as text. Identifiers such as an ICC are never numbers, so nothing is parsed here. */
export type PlainSearch = Readonly<Record<string, string>>

export function parsePlainSearch(text: string): PlainSearch {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifyPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const out = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') out.set(name, String(value))
  }
  // commas and slashes need no encoding in a query, and are easier to read
  const text = out.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}
