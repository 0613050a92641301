import type { z } from 'zod'
import type { ListCodec } from '#contract/list-codec.ts'

/**
 * Texts that people typed, devices sent or networks reported are data for a language model, never instructions. Each stands in an answer
 * as `{"foreign": "…"}`. What is ours is listed, and everything else is foreign: a field that is added later is marked without anyone
 * thinking of it.
 */

/** Texts of our own making by the name of their field, some with that of the field around it: codes, and what has the form of a code. */
const OUR_TEXTS = new Set([
  'action',
  'author',
  'billingMonth',
  'code',
  'currency',
  'document',
  'kind',
  'mail',
  'nextCursor',
  'planCode',
  'planCodes.id',
  'planUse.id',
  'silentFor.id',
  'simType',
  'source',
  'state',
  'timeZone',
  'verdict',
  'version',
])

/** What says nothing to a reader: digits with their marks, as identifiers, addresses and moments have them. */
const IS_WORDLESS = /^[\d\s.:+\-/TZ]*$/

const mark = (text: string): unknown => (IS_WORDLESS.test(text) ? text : { foreign: text })

/** The parts of a schema that its kinds have. */
interface SchemaParts {
  readonly type: string
  readonly format?: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly valueType?: z.ZodType
}

const partsOf = (schema: z.ZodType | undefined): SchemaParts | undefined => schema?.def as SchemaParts | undefined

/** An answer by the schema of its call, with foreign texts marked. */
export function markForeign(schema: z.ZodType | undefined, value: unknown, path = ''): unknown {
  const parts = partsOf(schema)
  if (parts?.innerType) return markForeign(parts.innerType, value, path)
  if (typeof value === 'string') return isOurs(parts, path) ? value : mark(value)
  if (Array.isArray(value)) return value.map((item) => markForeign(parts?.element, item, path))
  if (typeof value !== 'object' || value === null) return value
  const marked = Object.entries(value).map(([key, inner]) => [
    key,
    markForeign(parts?.shape?.[key] ?? parts?.valueType, inner, `${nameIn(path)}.${key}`),
  ])
  return Object.fromEntries(marked)
}

/** The field's own name, without that of the field that it stands in. */
const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Values of a fixed set, moments and days are ours, and so are codes. */
function isOurs(parts: SchemaParts | undefined, path: string): boolean {
  if (OUR_TEXTS.has(path) || OUR_TEXTS.has(nameIn(path))) return true
  if (!parts) return false
  return parts.type === 'enum' || parts.type === 'literal' || (parts.type === 'string' && parts.format !== undefined)
}

/** Rows of a list as objects of the shown columns, with foreign texts marked. */
export function markRows(
  { columns, names }: ListCodec,
  rows: readonly (readonly unknown[])[],
  shownNames: readonly string[] | undefined,
): Record<string, unknown>[] {
  const shown = names.flatMap((name, index) => (!shownNames || shownNames.includes(name) ? [{ name, index }] : []))
  return rows.map((row) =>
    Object.fromEntries(
      shown.map(({ name, index }) => {
        const cell = row[index]
        const isForeign = typeof cell === 'string' && columns[name]?.kind === 'text' && !OUR_TEXTS.has(name)
        return [name, isForeign ? mark(cell) : cell]
      }),
    ),
  )
}
