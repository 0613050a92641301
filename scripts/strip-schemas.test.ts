import { expect, test } from 'vitest'
import { withoutSchemas } from './strip-schemas.ts'

test.each([
  ['const a = z.object({ n: z.number().max(4), m: other })', 'const a = z'],
  ['const a = z.array(z.string()).refine((b) => check(b)).optional()', 'const a = z'],
  ['call({ path: "/a", query: z.object({}), list: codec })', 'call({ path: "/a", query: z, list: codec })'],
  ['const a = more({ name: z.string() }); const b = [z.null(), z.int()]', 'const a = more({ name: z }); const b = [z, z]'],
  ['call({ summary: "Says a", params: z.object({ summary: z.string() }) })', "call({ summary: '', params: z })"],
  ['const a = quiz.object({})', 'const a = quiz.object({})'],
])('%s becomes %s', (code, stripped) => {
  expect(withoutSchemas(code, 'a.js')).toBe(stripped)
})
