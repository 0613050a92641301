import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiKeyActor, apiKeyHint, apiKeyState, formatApiKey, isApiKey, isApiKeyActor } from './api-keys.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('a key has 256 bits and a checksum that identifies it', () => {
  expect(formatApiKey(new Uint8Array(32))).toBe(`enl_${'0'.repeat(43)}2CZclj`)
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const [key, second] = [formatApiKey(one), formatApiKey(other)]
      return isApiKey(key) && key.length === 53 && (key === second) === (one.join() === other.join())
    }),
  )
})

test('a wrong or missing character makes a key invalid', () => {
  fc.assert(
    fc.property(bytes, fc.integer({ min: 0, max: 52 }), fc.constantFrom('0', 'Z', 'a', '_', 'ñ'), (random, at, char) => {
      const key = formatApiKey(random)
      const wrong = key.slice(0, at) + char + key.slice(at + 1)
      return isApiKey(wrong) === (wrong === key) && !isApiKey(key.slice(0, at) + key.slice(at + 1))
    }),
  )
})

test('the visible hint of a key reveals next to nothing of its secret', () => {
  expect(apiKeyHint(formatApiKey(new Uint8Array(32).fill(7)))).toHaveLength(10)
})

test('actors in histories distinguish keys from people', () => {
  expect([isApiKeyActor(apiKeyActor('ERP')), isApiKeyActor('ana@andes.test')]).toEqual([true, false])
})

test('a key is inactive once revoked, expired or orphaned', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const key = { revokedAt: null, expiresAt: null, hasMaker: true }
  expect(apiKeyState(key, now)).toBe('active')
  expect(apiKeyState({ ...key, expiresAt: now }, now)).toBe('expired')
  expect(apiKeyState({ ...key, hasMaker: false }, now)).toBe('orphaned')
  const later = new Date('2027-01-01T00:00:00Z')
  expect(apiKeyState({ revokedAt: now, expiresAt: later, hasMaker: false }, later)).toBe('revoked')
  expect(apiKeyState({ revokedAt: now, expiresAt: now, hasMaker: true }, later)).toBe('expired')
})
