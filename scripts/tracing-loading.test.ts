import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'

const ROOT = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

test('nothing of OpenTelemetry is loaded before the configuration asks for it', () => {
  const files = globSync('{contract,domain,server}/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const importing = files.flatMap((file) =>
    importsOf(file, textOf(file)).flatMap(({ path, isType }) => (isType ? [] : [{ file, path }])),
  )
  const users = new Set(importing.filter(({ path }) => path.startsWith('package/@opentelemetry')).map(({ file }) => file))
  expect(users.size).toBeGreaterThan(2)
  // each of them is reached through open-tracing.ts only, and that by a dynamic import
  const reaching = importing.filter(({ file, path }) => users.has(path) && !users.has(file))
  expect(reaching).toEqual([{ file: 'server/start/start-tracing.ts', path: 'server/tracing/open-tracing.ts' }])
  const start = textOf('server/start/start-tracing.ts')
  expect(start).toMatch(/if \(endpoint === undefined\) return\n.*await import\('\.\.\/tracing\/open-tracing\.ts'\)/)
})
