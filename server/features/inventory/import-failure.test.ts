import { expect, test } from 'vitest'
import { importFailure } from './import-failure.ts'

const failure = (code: string) => Object.assign(new Error(`connect ${code} /data/.s.PGSQL.5432`), { code, syscall: 'connect' })
const STOPPED = 'The database was stopped meanwhile. Nothing was imported; start the portal and import the file again.'

test.each(['57P01', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ENOENT'])(
  '%s while work is under way: the database was stopped',
  (code) => {
    expect(importFailure(failure(code), { databaseUrl: undefined, isConnected: true })).toBe(STOPPED)
  },
)

test('a database that has never answered is named', () => {
  const stage = { databaseUrl: 'postgres://enlace@db.test/fleet', isConnected: false }
  expect(importFailure(failure('ECONNREFUSED'), stage)).toBe(
    'Cannot use the database at db.test:5432/fleet (DATABASE_URL): nothing answers there.',
  )
})

test('an unexpected error has no sentence', () => {
  expect(importFailure(new Error('column does not exist'), { databaseUrl: undefined, isConnected: true })).toBeUndefined()
})
