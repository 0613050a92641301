import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AGENT_NAME_MAX,
  AGENT_SCOPES,
  agentActor,
  agentName,
  isAgentActor,
  isRegisteredRedirect,
  redirectTarget,
  requestedScopes,
} from './agents.ts'

describe('where a code may be sent', () => {
  test.each([
    ['https://agent.test/callback', true],
    ['http://localhost/callback', true],
    ['http://127.0.0.1:4711/', true],
    ['http://[::1]:4711/', true],
    ['http://agent.test/', false],
    ['http://localhost.agent.test/', false],
    ['https://agent.test/#fragment', false],
    ['https://agent.test/#', false],
    ['https://user@agent.test/', false],
    ['app://callback', false],
    ['data:text/html,x', false],
    ['/callback', false],
    ['', false],
  ])('%s: %s', (uri, isAllowed) => {
    expect(redirectTarget(uri) !== undefined).toBe(isAllowed)
  })

  test.each([
    ['https://agent.test/a', 'https://agent.test/a', true],
    ['https://agent.test/a', 'https://agent.test/a/', false],
    ['https://agent.test/a', 'https://agent.test:8443/a', false],
    ['https://agent.test/a', 'https://agent.test/a?x=1', false],
    ['http://localhost/a', 'http://localhost:50123/a', true],
    ['http://localhost/a', 'http://127.0.0.1:50123/a', false],
    ['http://localhost/a', 'http://localhost:50123/b', false],
  ])('registered %s, asked %s: %s', (registered, asked, isAllowed) => {
    expect(isRegisteredRedirect([registered], asked)).toBe(isAllowed)
  })
})

test('a name is one line that shows what it is, of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = agentName(given)
      expect([...name].length).toBeLessThanOrEqual(AGENT_NAME_MAX)
      expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(name).toBe(name.trim())
    }),
  )
})

test('of the scopes that a client names ours count; one that names none gets all offered', () => {
  expect(requestedScopes('billing:read openid fleet:read')).toEqual(['fleet:read', 'billing:read'])
  expect(requestedScopes(undefined)).toEqual([...AGENT_SCOPES])
  expect(requestedScopes('openid')).toEqual([...AGENT_SCOPES])
})

test('an actor names program and person, and is none of theirs', () => {
  expect(agentActor('Claude', 'ana@andes.test')).toBe('agent:Claude (ana@andes.test)')
  expect([isAgentActor(agentActor('x', 'y')), isAgentActor('ana@andes.test')]).toEqual([true, false])
})
