import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { errorCode, fileWork, makeFolder, StartFailure } from '../start-failure.ts'
import { KEY_BYTES } from './secret-box.ts'

const FILE = 'secret.key'

/**
 * The key that encrypts secrets in the database: from the configuration, or from a file in DATA_DIR that only its owner may read,
 * created at the first start.
 * @throws StartFailure when the file cannot be read, has no key, or is readable by others
 */
export function readSecretKey({ SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>): Buffer {
  if (SECRET_KEY !== undefined) return Buffer.from(SECRET_KEY, 'hex')
  const path = join(DATA_DIR, FILE)
  const text = fileWork(`read the secret key ${path}`, () => storedKey(path) ?? makeKey(DATA_DIR, path))
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length === KEY_BYTES) return key
  throw new StartFailure(`The secret key ${path} is damaged: it must hold ${KEY_BYTES * 2} digits from 0 to f.`)
}

function storedKey(path: string): string | undefined {
  try {
    // Windows has no such permissions and reports every file as readable
    const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
    if (isOpen) throw new StartFailure(`Others may read the secret key ${path}; take that right away: chmod 600 ${path}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Atomic, and two processes that start together get the same key: linking to an existing name fails. */
function makeKey(folder: string, path: string): string {
  makeFolder(folder)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
