import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { type ProcessIdentity, processIdentity } from './process-identity.ts'

export type DataLock = { release: () => void }

/**
 * Claims a data folder for this process. The claim dies with its owner: it names process and start time, and one whose
 * process is gone is taken over.
 * @throws StartFailure when a living Enlace holds it
 */
export function lockDataFolder(folder: string): DataLock {
  const file = lockFile(folder)
  for (;;) {
    if (claim(file)) return { release: () => rmSync(file, { force: true }) }
    const found = readLock(file)
    const holder = livingHolder(found)
    if (holder)
      throw new StartFailure(
        `Another Enlace (process ${holder.pid}) is already using ${folder}; stop it first or choose another DATA_DIR.`,
      )
    removeStale(file, found)
  }
}

/** The living Enlace that holds this data folder, if there is one. */
export function holderOf(folder: string): ProcessIdentity | undefined {
  return livingHolder(readLock(lockFile(folder)))
}

const lockFile = (folder: string): string => join(folder, 'enlace.lock')

/** A link is created with its whole content in one step, so that no process reads a half-written claim. */
function claim(file: string): boolean {
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, JSON.stringify(processIdentity(process.pid)))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readLock(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}

function livingHolder(content: string): ProcessIdentity | undefined {
  const match = /"pid":(\d+),"startedAt":"([^"]*)"/.exec(content)
  const living = match ? processIdentity(Number(match[1])) : undefined
  return living?.startedAt === match?.[2] ? living : undefined
}

/** Two starters may find the same stale claim; a rename is atomic, and the one that caught the other's fresh claim puts it back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') === stale) rmSync(aside)
  else renameSync(aside, file)
}
