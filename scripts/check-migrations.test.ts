import { expect, test } from 'vitest'
import { NEED_A_STOP } from '../server/db/version.ts'
import { lastRelease, migrationProblems, migrationsAfter } from './check-migrations.ts'

const problemsOf = (...texts: string[]): string[] => migrationProblems(texts.map((text) => ({ name: 'it', text })))

test.each([
  ['ALTER TABLE sims DROP COLUMN note', 'it drops the column sims.note'],
  ['ALTER TABLE sims RENAME COLUMN note TO remark', 'it renames sims.note'],
  ['ALTER TABLE sims RENAME TO cards', 'it renames sims'],
  ['DROP TABLE sims, sim_live', 'it drops the table sims'],
  ['DROP VIEW sim_texts_due', 'it drops the view sim_texts_due'],
  ['DROP FUNCTION add_texts()', 'it drops the function add_texts'],
  ['DROP TRIGGER copy_kinds ON sims', 'it drops the trigger copy_kinds'],
  ['ALTER TABLE sims ADD COLUMN a int NOT NULL', 'it adds sims.a NOT NULL without a default'],
  ['ALTER TABLE sims ADD a uuid DEFAULT gen_random_uuid()', 'it rewrites sims for sims.a'],
  ['ALTER TABLE sims ADD a int GENERATED ALWAYS AS (apn_id + 1) STORED', 'it rewrites sims for sims.a'],
  ['ALTER TABLE sims ADD a bigint GENERATED ALWAYS AS IDENTITY', 'it rewrites sims for sims.a'],
  ['ALTER TABLE sims ADD a int UNIQUE', 'it makes sims.a unique'],
  ['ALTER TABLE sims ALTER note TYPE varchar(9)', 'it changes the type of sims.note'],
  ['ALTER TABLE sims ALTER note SET NOT NULL', 'it makes sims.note NOT NULL'],
  ['ALTER TABLE sims ALTER note DROP DEFAULT', 'it drops the default of sims.note'],
  ["ALTER TABLE sims ADD CHECK (note <> '')", 'it adds a condition to sims that is not NOT VALID'],
  ['ALTER TABLE sims ADD FOREIGN KEY (apn_id) REFERENCES apns', 'it adds a condition to sims that is not NOT VALID'],
  ['ALTER TABLE sims ADD UNIQUE (note)', 'it adds a unique key to sims'],
  ['CREATE UNIQUE INDEX ON sims (note)', 'it makes an index of sims unique'],
  ['TRUNCATE sims', 'it empties sims'],
  ['ALTER TABLE sims SET SCHEMA other', 'it moves sims to another schema'],
  ['DO $$ BEGIN EXECUTE 1; END $$', 'it runs a block of code, which cannot be judged'],
])('%s', (text, problem) => {
  expect(problemsOf(text)[0]).toBe(problem)
})

test.each([
  ['a new table, with whatever changes it needs', 'CREATE TABLE a (b int); ALTER TABLE a ADD c int NOT NULL; DROP TABLE a'],
  ['a column that may be empty', 'ALTER TABLE sims ADD a int'],
  ['a column that old writers fill by its default', "ALTER TABLE sims ADD a text NOT NULL DEFAULT ''"],
  ['a condition that is validated later', "ALTER TABLE sims ADD CHECK (note <> '') NOT VALID"],
  ['a condition in place of another', "ALTER TABLE sims DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (note <> '?')"],
  ['a condition that goes', 'ALTER TABLE sims DROP CONSTRAINT sims_check'],
  ['an index', 'CREATE INDEX ON sims (note); DROP INDEX sims_note'],
  ['rows', "UPDATE sims SET note = '' WHERE note IS NULL"],
])('%s is borne', (_, text) => {
  expect(problemsOf(text)).toEqual([])
})

test('a later migration may change what an earlier one of the same version has made', () => {
  expect(problemsOf('CREATE TABLE a (b int)', 'ALTER TABLE a DROP COLUMN b')).toEqual([])
})

test('a version that is out is found behind one that is in preparation', () => {
  const changelog =
    '# Changes\n\n## 0.3.0 (in preparation)\n\n## 0.2.0 (tag v0.2.0, migrations to 0047)\n\n## 0.1.0 (commit 1, migrations to 0043)\n'
  expect(lastRelease(changelog)).toEqual({ version: '0.2.0', ref: 'v0.2.0', migrations: 47 })
})

test('migrations are numbered from one on, each number once', () => {
  const numbers = migrationsAfter(0).map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('processes of the last version that is out go on beside the migrations of this one, but for those that need a stop', () => {
  const migrations = migrationsAfter(lastRelease().migrations)
  expect(migrationProblems(migrations.filter(({ name }) => !NEED_A_STOP.has(Number(name.slice(0, 4)))))).toEqual([])
})
