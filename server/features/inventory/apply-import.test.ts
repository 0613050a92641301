import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { failWrites } from '#test/fail-writes.ts'
import { fileOf, HEADER, type ImportRig, line, openImportRig } from '#test/import-rig.ts'
import { StagingLost } from './apply-import.ts'
import { failAbandonedImports } from './import-lock.ts'
import { findImport, type ImportProgress, updateImport } from './import-row.ts'

let rig: ImportRig
beforeEach(async () => {
  rig = await openImportRig()
  return () => rig.close()
})

test('what another import wrote meanwhile is judged again', async () => {
  const first = await rig.check(fileOf(line(1), line(2)))
  const second = await rig.check(fileOf(line(1, { company: 'Pacífico Logística' }), line(3)))
  await rig.apply(first.importId)
  await expect(rig.apply(second.importId, 'all')).rejects.toMatchObject({
    counts: { bad: 1, reasons: [{ reason: 'of_other_company' }] },
  })
  expect(await rig.apply(second.importId, 'skipBad')).toMatchObject({ created: 1, bad: 1 })
})

test('two imports of the same file at once write it once', async () => {
  const file = fileOf(...Array.from({ length: 300 }, (_, n) => line(n)))
  const both = await Promise.all([rig.check(file), rig.check(file)])
  const done = await Promise.all(both.map(({ importId }) => rig.apply(importId)))
  expect(done.map(({ created }) => created).sort()).toEqual([0, 300])
  await rig.expectTalliesTrue()
})

test('an interrupted import leaves nothing behind and is marked as failed', async () => {
  const { importId } = await rig.check(fileOf(...Array.from({ length: 50 }, (_, n) => line(n))))
  const before = await rig.everything()
  await failWrites(rig.services.db, 'sim_events', 'disconnected')
  await expect(rig.apply(importId)).rejects.toThrow()
  expect(await rig.everything()).toEqual(before)
  expect(await findImport(rig.services.db, 1, importId)).toMatchObject({ state: 'failed' })
})

test('an import whose process is gone is marked failed at the next start, a living one is left alone', async () => {
  const { importId } = await rig.check(fileOf(line(1)))
  await updateImport(rig.services.db, importId, { state: 'applying' }, { now: rig.services.clock() })
  expect(await failAbandonedImports(rig.services)).toEqual([importId])
  expect(await findImport(rig.services.db, 1, importId)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  expect(await failAbandonedImports(rig.services)).toEqual([])
})

test('checked lines that a crash of the database emptied are not taken for an empty file', async () => {
  const { importId } = await rig.check(fileOf(line(1), line(2)))
  await sql`TRUNCATE ${(await rig.stagingOf(importId)).lines}`.execute(rig.services.db)
  await expect(rig.apply(importId)).rejects.toBeInstanceOf(StagingLost)
  expect(await findImport(rig.services.db, 1, importId)).toMatchObject({ state: 'failed' })
})

test('a file that ends in an open quote fails and is reported with its line', async () => {
  const lines = Array.from({ length: 3000 }, (_, n) => line(n))
  await expect(rig.check(`${HEADER}\n${lines.join('\n')}\n"${line(3001)}\n`)).rejects.toMatchObject({
    reason: 'open_quote',
    line: 3002,
  })
  const row = await rig.services.db.selectFrom('imports').select(['state', 'failure']).executeTakeFirst()
  expect(row).toEqual({ state: 'failed', failure: 'open_quote:3002' })
})

test('progress rises through its phases', async () => {
  const seen: ImportProgress[] = []
  const { importId } = await rig.check(fileOf(...Array.from({ length: 5000 }, (_, n) => line(n))), {
    onProgress: (progress) => seen.push(progress),
  })
  await rig.apply(importId, 'all', (progress) => seen.push(progress))
  expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['reading', 'judging', 'done', 'writing'])
  expect(seen.filter(({ phase }) => phase === 'reading').length).toBeGreaterThan(1)
  for (const { done, of } of seen) expect(done).toBeLessThanOrEqual(of)
})
