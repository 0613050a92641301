import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../web')
const LAZY = [
  '/alarm',
  '/alarm-notified',
  '/companies',
  '/hys',
  '/plans',
  '/report-charges',
  '/sims',
  '/requests',
  '/sms-report',
  '/users',
  '/help',
]

test('each screen of the specification is loaded when somebody goes there, and by nothing before [S2.22]', () => {
  const screens = readFileSync(join(web, 'screens.ts'), 'utf8')
  const pages = LAZY.map((path) => {
    const [, page] = new RegExp(`'${path}': \\{[^}]*?import\\('(\\./features/[^']+\\.page\\.tsx)'\\)`).exec(screens) ?? []
    return page
  })
  expect(pages).not.toContain(undefined)
  // what imports a page by name draws it into whatever is loaded with the importer
  const importers = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) =>
    /^(import|export)\b[^;]*?from '[^']+\.page\.tsx'/m.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(importers).toEqual([])
})
