import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartFailure } from '../start-failure.ts'
import { createSecretBox, SecretUnreadable } from './secret-box.ts'
import { readSecretKey } from './secret-key.ts'

let DATA_DIR: string
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'enlace-secrets-'))
})
afterEach(() => rm(DATA_DIR, { recursive: true }))

const fileKey = () => readSecretKey({ DATA_DIR })

test('a sealed secret opens as it was, and does not show', () => {
  const box = createSecretBox(Buffer.alloc(32, 7))
  const sealed = box.seal('contraseña ¿?', 'network:a:smpp')
  expect(sealed).not.toContain('contrase')
  expect(box.open(sealed, 'network:a:smpp')).toBe('contraseña ¿?')
  expect(box.open(box.seal('', 'x'), 'x')).toBe('')
})

test('the same secret is sealed to another text each time', () => {
  const box = createSecretBox(Buffer.alloc(32, 7))
  expect(box.seal('secret', 'x')).not.toBe(box.seal('secret', 'x'))
})

test('a secret of another place, a changed one and one of another key do not open', () => {
  const box = createSecretBox(Buffer.alloc(32, 7))
  const sealed = box.seal('secret', 'network:a:smpp')
  expect(() => box.open(sealed, 'network:b:smpp')).toThrow(SecretUnreadable)
  const last = sealed.at(-1) === 'A' ? 'Q' : 'A'
  expect(() => box.open(sealed.slice(0, -1) + last, 'network:a:smpp')).toThrow(SecretUnreadable)
  expect(() => box.open('v1', 'network:a:smpp')).toThrow(SecretUnreadable)
  expect(() => box.open('plain text', 'network:a:smpp')).toThrow('not in a form that is known')
  expect(() => createSecretBox(Buffer.alloc(32, 8)).open(sealed, 'network:a:smpp')).toThrow('sealed with key')
})

test('without a configured key one is made once, and only its owner may read it', async () => {
  const key = fileKey()
  expect(key).toHaveLength(32)
  expect(fileKey()).toEqual(key)
  const { mode } = await stat(join(DATA_DIR, 'secret.key'))
  expect(mode & 0o777).toBe(0o600)
})

test('the configured key goes before the file', () => {
  const SECRET_KEY = 'ab'.repeat(32)
  expect(readSecretKey({ SECRET_KEY, DATA_DIR })).toEqual(Buffer.alloc(32, 0xab))
})

test('a key that others may read, or that is damaged, stops the start with a sentence', async () => {
  fileKey()
  const path = join(DATA_DIR, 'secret.key')
  await chmod(path, 0o644)
  expect(fileKey).toThrow(StartFailure)
  expect(fileKey).toThrow('chmod 600')
  await rm(path)
  await writeFile(path, 'short', { mode: 0o600 })
  expect(fileKey).toThrow('is damaged')
})
