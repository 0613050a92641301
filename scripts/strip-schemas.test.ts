import { expect, test } from 'vitest'
import { withoutSchemas } from './strip-schemas.ts'

test.each([
  ['const a = z.object({ n: z.number().max(4), m: other })', 'const a = z'],
  ['const a = z.array(z.string()).refine((b) => check(b)).optional()', 'const a = z'],
  ['call({ path: "/a", query: z.object({}), list: codec })', 'call({ path: "/a", query: z, list: codec })'],
  ['const a = more({ name: z.string() }); const b = [z.null(), z.int()]', 'const a = more({ name: z }); const b = [z, z]'],
  ['call({ summary: "Says a", params: z.object({ summary: z.string() }) })', "call({ summary: '', params: z })"],
  [`call({ summary: \`Says \${a}\`, params: z.null() })`, "call({ summary: '', params: z })"],
  ['const a = other.describe("Of this").optional().describe(`b`)', 'const a = z'],
  [
    'const a = more({ b: other.describe("Of this"), c: z.object({ d: other.describe("c") }) })',
    'const a = more({ b: other, c: z })',
  ],
  [
    'import { a, b } from "./c.js"; import { d } from "./e.js"; const f = z.enum(a); g(d)',
    ' import { d } from "./e.js"; const f = z; g(d)',
  ],
  [
    'import "./c.js"; import { a } from "./e.js"; export const b = { a: z.string() }',
    'import "./c.js"; import { a } from "./e.js"; export const b = { a: z }',
  ],
  [
    'import { check, field } from "./c.js"; const a = field.refine((text) => check(text), { error: "no" }).describe("Of this")',
    ' const a = z',
  ],
  ['const a = column.nullable(column.time)', 'const a = column.nullable(column.time)'],
  ['const a = quiz.object({})', 'const a = quiz.object({})'],
])('%s becomes %s', (code, stripped) => {
  expect(withoutSchemas(code, 'a.js')).toBe(stripped)
})
