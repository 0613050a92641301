import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

function complaintsAbout(env: Record<string, string>): string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

test('an empty environment is enough', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({
    DATA_DIR: './data',
    HOST: '127.0.0.1',
    PORT: 3000,
    SEED: 'demo',
    ROLE: 'all',
    TRUST_PROXY: false,
  })
  expect(config).toMatchObject({ WEB_API_KEY: 'enlace-web', DATABASE_POOL: 10 })
})

test('a variable set to nothing counts as not set, and blanks around a value are no part of it', () => {
  expect(loadConfig({ PORT: '', HOST: '  ', DATA_DIR: ' /srv/enlace ' })).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: '/srv/enlace',
  })
})

test('the demo is loaded by default only into the embedded database', () => {
  expect(loadConfig({ DATABASE_URL: 'postgres://db/enlace' }).SEED).toBe('none')
  expect(loadConfig({ DATABASE_URL: 'postgresql://db/enlace', SEED: 'demo' }).SEED).toBe('demo')
  expect(loadConfig({ SEED: 'none' }).SEED).toBe('none')
})

test.each([
  ['ON', 1],
  ['2', 2],
  ['no', false],
  ['10.0.0.5, fd00::/8', ['10.0.0.5', 'fd00::/8']],
])('TRUST_PROXY=%s trusts %j, never all at once', (word, trusted) => {
  expect(loadConfig({ TRUST_PROXY: word }).TRUST_PROXY).toEqual(trusted)
})

test('each wrong variable gets one sentence', () => {
  expect(complaintsAbout({ PORT: '70000', SEED: 'some', TRUST_PROXY: 'perhaps', MANUALS_URL: 'javascript:alert(1)' })).toEqual([
    'PORT must be a whole number from 0 to 65535, not "70000".',
    'TRUST_PROXY must be true, false, a number of proxies or their addresses, not "perhaps".',
    'SEED must be demo or none, not "some".',
    'MANUALS_URL must be an address that begins with http:// or https://, not "javascript:alert(1)".',
  ])
})

test('a port with letters is refused', () => {
  expect(complaintsAbout({ PORT: '30a' })).toEqual(['PORT must be a whole number from 0 to 65535, not "30a".'])
})

test('a wrong DATABASE_URL is not repeated, it may hold a password', () => {
  expect(complaintsAbout({ DATABASE_URL: 'mysql://root:Secreto1@db/x' })).toEqual(['DATABASE_URL must begin with postgres://.'])
})

test('a wrong SECRET_KEY is not repeated', () => {
  expect(complaintsAbout({ SECRET_KEY: 'Secreto1' })).toEqual(['SECRET_KEY must be 64 digits from 0 to f.'])
})
