import fc from 'fast-check'
import type { JsonSchema } from '#contract/openapi/openapi-schemas.ts'
import type { FuzzRandom } from './fuzz-random.ts'

/** Texts that have broken things somewhere. */
const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  'a',
  'Ñandú',
  "O'Higgins; DROP TABLE sims; --",
  '%',
  '_%_',
  '\\',
  '\\N',
  '\t\n\r',
  '=1+1',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '👩‍👩‍👧‍👦',
  'שלום\u202e',
  'e\u0301'.repeat(20),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '٣',
  'true',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '9999999999999999999',
  '__proto__',
  // in the shape of cursors
  '999999999999999999',
  '2026-99-99_999999999999999999',
  '2026-13-45T99:99:99.999999+00:00_7',
  '1_2_3_4',
  'x'.repeat(5000),
]

/** Values of every other type than the expected one. */
export const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  [],
  {},
  [[[[]]]],
  { length: -1 },
  -1,
  0,
  1.5,
  -0,
  1e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 63,
  32_768,
  ...NASTY_TEXTS,
]

const DAYS = ['2026-11-01', '2026-01-31', '2024-02-29', '0001-01-01', '1970-01-01', '9999-12-31', '2099-01-01']
const BY_FORMAT: Readonly<Record<string, readonly string[]>> = {
  date: DAYS,
  'date-time': DAYS.flatMap((day) => [`${day}T00:00:00Z`, `${day}T23:59:59.999+14:00`]),
  email: ['ops@example.com', 'ñ@example.com', `${'a'.repeat(64)}@example.com`],
  uri: ['https://example.com', 'http://127.0.0.1:9/', 'https://[::1]/'],
}

/** What the tests' own rows are called, so that a fuzz finds them. */
export interface Known {
  /** grows by values of answers, such as cursors */
  readonly texts: string[]
  readonly numbers: readonly number[]
}

const patterns = new Map<string, readonly string[]>()

/** Texts of a pattern; none where it is one that can't be turned round. */
function matching(pattern: string): readonly string[] {
  const known = patterns.get(pattern)
  if (known) return known
  let made: readonly string[]
  try {
    made = fc.sample(fc.stringMatching(new RegExp(pattern), { size: 'small' }), { numRuns: 20, seed: 1 })
  } catch {
    made = []
  }
  patterns.set(pattern, made)
  return made
}

/** Generates values that a schema allows, as far as it is machine-readable. */
export class Maker {
  readonly #random: FuzzRandom
  readonly #known: Known

  constructor(random: FuzzRandom, known: Known) {
    this.#random = random
    this.#known = known
  }

  value(schema: JsonSchema): unknown {
    const random = this.#random
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    if (schema.default !== undefined && random.chance(0.3)) return schema.default
    const choices = schema.anyOf ?? schema.allOf
    if (choices?.length) return this.value(random.pick(choices))
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
    if (type === 'object') return this.#object(schema)
    if (type === 'array') return this.#array(schema)
    if (type === 'integer' || type === 'number') return this.#number(schema, type === 'integer')
    if (type === 'boolean') return random.chance(0.5)
    if (type === 'null') return null
    return type === 'string' ? this.#text(schema) : random.pick(WRONG_VALUES)
  }

  #object({ properties = {}, required = [], additionalProperties }: JsonSchema): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(([name]) => required.includes(name) || this.#random.chance(0.5))
      .map(([name, schema]) => [name, this.value(schema)] as const)
    const isOpen = typeof additionalProperties === 'object'
    const more = isOpen ? [['clave', this.value(additionalProperties)] as const] : []
    return Object.fromEntries([...entries, ...more])
  }

  #array({ items, minItems = 0, maxItems = 30 }: JsonSchema): unknown[] {
    const most = Math.max(minItems, Math.min(maxItems, this.#random.chance(0.1) ? 30 : minItems + 3))
    const length = minItems + this.#random.below(most - minItems + 1)
    return Array.from({ length }, () => (items ? this.value(items) : null))
  }

  #number({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema, isWhole: boolean): number {
    const random = this.#random
    const fits = (value: number) => value >= minimum && value <= maximum
    const edges = [minimum, maximum, 0, 1, 2 ** 15, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1].filter(fits)
    const near = this.#known.numbers.filter(fits)
    if (near.length > 0 && random.chance(0.6)) return random.pick(near)
    if (random.chance(0.5)) return random.pick(edges)
    const value = minimum + random.next() * Math.min(1000, maximum - minimum)
    return isWhole ? Math.round(value) : value
  }

  #text({ format = '', pattern, minLength = 0, maxLength = 5000 }: JsonSchema): string {
    const random = this.#random
    const fits = (text: string) => text.length >= minLength && text.length <= maxLength
    const formatted = BY_FORMAT[format]
    if (formatted) return random.pick(formatted)
    if (pattern) {
      const rule = new RegExp(pattern, 'u')
      const known = this.#known.texts.filter((text) => rule.test(text) && fits(text))
      const made = [...matching(pattern)].filter(fits)
      const chosen = known.length > 0 && random.chance(0.7) ? known : made
      return random.pick(chosen.length > 0 ? chosen : known.length > 0 ? known : NASTY_TEXTS)
    }
    const texts = [...(random.chance(0.5) ? this.#known.texts : NASTY_TEXTS), 'x'.repeat(Math.min(maxLength, 5000))]
    const fitting = texts.filter(fits)
    return random.pick(fitting.length > 0 ? fitting : ['x'.repeat(minLength)])
  }
}
