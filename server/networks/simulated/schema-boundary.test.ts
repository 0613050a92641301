import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const OWN = 'server/networks/simulated/'

const filesWith = (pattern: RegExp, files: string): string[] =>
  globSync(files, { cwd: ROOT }).filter(
    (path) => !path.endsWith('.test.ts') && pattern.test(readFileSync(join(ROOT, path), 'utf8')),
  )

test('only the embedded network accesses its schema', () => {
  const readers = filesWith(/simulated_network\./, '{contract,domain,server,web,database}/**/*.ts')
  expect(readers.filter((path) => !path.startsWith(OWN))).toEqual([])
})

test('the embedded network reads no table of the portal except through the roster', () => {
  const portal =
    /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:sims|sim_live|sim_registry|data_sessions|sim_events|usage_days|operations|operation_items|companies|networks)\b/
  expect(filesWith(portal, `${OWN}*.ts`)).toEqual([])
})
