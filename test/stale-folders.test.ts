import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockDataFolder } from '#server/embedded-postgres/data-lock.ts'
import { removeStaleFolders } from './stale-folders.ts'

const parent = mkdtempSync(join(tmpdir(), 'enlace-stale-'))
afterAll(() => rmSync(parent, { recursive: true }))

test('folders of earlier runs are removed, except young ones, those in use and those of other programs', () => {
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of ['run-old', 'run-young', 'run-used', 'other-old']) {
    const folder = join(parent, name)
    mkdirSync(folder)
    if (name === 'run-used') lockDataFolder(folder)
    if (name !== 'run-young') utimesSync(folder, twoHoursAgo, twoHoursAgo)
  }
  removeStaleFolders('run-', parent)
  expect(readdirSync(parent).sort()).toEqual(['other-old', 'run-used', 'run-young'])
})
