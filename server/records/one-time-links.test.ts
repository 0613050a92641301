import { afterAll, expect, test } from 'vitest'
import { LINK_MINUTES } from '#domain/account.ts'
import { createDatabase } from '#server/db/database.ts'
import { createTestDatabase } from '#test/database.ts'
import { createFleet } from '#test/fleet.ts'
import { findOneTimeLink, issueOneTimeLink, linkAddress, redeemOneTimeLink, revokeOneTimeLinks } from './one-time-links.ts'

const now = new Date('2026-11-21T12:00:00Z')
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const spend = (token: string, at = now) => db.transaction().execute((trx) => redeemOneTimeLink(trx, token, at))

const base = await createTestDatabase()
const db = createDatabase(base.pool)
const fleet = await createFleet(db, now)
afterAll(() => base.drop())

test('a link is known by a token of 256 bits that no table holds', async () => {
  const { userId, email, companyId } = fleet.people.ana
  const token = await issueOneTimeLink(db, userId, 'restore', now)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(linkAddress('https://enlace.test', token)).toBe(`https://enlace.test/restore-password?token=${token}`)
  expect(await findOneTimeLink(db, token, now)).toEqual({ userId, companyId, email, purpose: 'restore' })
  const rows = await db.selectFrom('one_time_links').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.map((row) => row.token_hash.toString('base64url'))).not.toContain(token)
  expect(await findOneTimeLink(db, `${token.slice(0, -1)}!`, now)).toBeUndefined()
})

test('of ten who use a link at the same time one does, and the other links of its owner end with it', async () => {
  const { userId } = fleet.people.luis
  const [one, other] = [await issueOneTimeLink(db, userId, 'restore', now), await issueOneTimeLink(db, userId, 'restore', now)]
  expect(await findOneTimeLink(db, one, now)).toBeDefined()
  const owners = await Promise.all(Array.from({ length: 10 }, (_, n) => spend(n % 2 === 0 ? one : other)))
  expect(owners.filter((owner) => owner?.userId === userId)).toHaveLength(1)
  expect([await findOneTimeLink(db, one, now), await findOneTimeLink(db, other, now)]).toEqual([undefined, undefined])
})

test.each(['restore', 'invitation'] as const)('a link for %s ends when its time is over', async (purpose) => {
  const token = await issueOneTimeLink(db, fleet.people.sub.userId, purpose, now)
  expect(await findOneTimeLink(db, token, later(LINK_MINUTES[purpose] - 1))).toMatchObject({ purpose })
  expect(await findOneTimeLink(db, token, later(LINK_MINUTES[purpose]))).toBeUndefined()
  expect(await spend(token, later(LINK_MINUTES[purpose]))).toBeUndefined()
})

test('a new invitation revokes the previous one; links of a deactivated user, or revoked ones, are invalid', async () => {
  const { userId } = fleet.people.flota
  const first = await issueOneTimeLink(db, userId, 'invitation', now)
  const second = await issueOneTimeLink(db, userId, 'invitation', now)
  expect([await findOneTimeLink(db, first, now), await findOneTimeLink(db, second, now)]).toEqual([
    undefined,
    expect.objectContaining({ userId }),
  ])
  await db.updateTable('users').set({ deactivated_at: now }).where('user_id', '=', userId).execute()
  expect([await findOneTimeLink(db, second, now), await spend(second)]).toEqual([undefined, undefined])
  await db.updateTable('users').set({ deactivated_at: null }).where('user_id', '=', userId).execute()
  await revokeOneTimeLinks(db, userId, now)
  expect(await spend(second)).toBeUndefined()
})
