import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** A foreseeable reason why Enlace can't start or go on. Its message is one sentence for the person at the terminal; no stack is shown. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'a folder cannot be made there',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
}

/** The `code` of a system error (`ENOSPC`, `ECONNREFUSED`, an SQLSTATE …), or an empty string. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Runs a piece of file work; an error of the file system becomes `Cannot <what>: <reason>.` */
export function fileWork<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = reasons[errorCode(error)]
    if (reason === undefined) throw error
    throw new StartFailure(`Cannot ${what}: ${reason}.`, { cause: error })
  }
}

/** Like `mkdir -p`. Node's own recursive mkdir never returns on file systems such as /proc, where nothing can be made. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}
