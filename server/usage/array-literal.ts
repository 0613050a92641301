/**
 * Formats values as a PostgreSQL array literal (section 8.15.2 of its manual), NULL for undefined. The driver inspects
 * each value several times: with tens of thousands in a batch that is most of the work.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null | undefined)[]): string {
  return `{${values.map(element).join(',')}}`
}

function element(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}

/** As arrayLiteral, for numbers only; takes a third of the time. */
export function numbersLiteral(values: readonly number[]): string {
  return `{${values.join(',')}}`
}
