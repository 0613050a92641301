import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartFailure } from '#server/start-failure.ts'

/** How to run PostgreSQL's programs, which refuse to run as root. */
export type RunAs = {
  command: (program: string, args: string[]) => [string, string[]]
  options: Pick<SpawnOptions, 'uid' | 'gid'>
  /** hands a fresh file or folder to the user that PostgreSQL runs as */
  give: (path: string) => void
}

const asCaller: RunAs = { command: (program, args) => [program, args], options: {}, give: () => undefined }

/**
 * Decides which user PostgreSQL runs as: the caller, or for root the owner of existing data, else `nobody`.
 * @param dataFolder the cluster's folder, which may not exist yet
 * @param mustReach existing paths which that user has to be able to enter
 */
export function chooseRunAs(dataFolder: string, mustReach: string[]): RunAs {
  if (process.getuid?.() !== 0) return asCaller
  const owner = ownerOf(dataFolder) ?? nobody()
  const give = (path: string): void => chownSync(path, owner.uid, owner.gid)
  if (mustReach.every(isOpenToAll)) return { command: asCaller.command, options: owner, give }
  return { command: (program, args) => ['setpriv', [...throughClosedFolders(owner), program, ...args]], options: {}, give }
}

function ownerOf(dataFolder: string): { uid: number; gid: number } | undefined {
  const found = statSync(dataFolder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function nobody(): { uid: number; gid: number } {
  try {
    const ask = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch (error) {
    throw new StartFailure(
      'PostgreSQL refuses to run as root and this machine has no user "nobody"; start Enlace as an ordinary user or set DATABASE_URL.',
      { cause: error },
    )
  }
}

function isOpenToAll(path: string): boolean {
  const enterForOthers = 0o001
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & enterForOthers) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Root's home is closed to `nobody`, and people clone there. setpriv gives the process the one capability that opens folders;
 * without the securebit, access(2) would leave that capability out and initdb would not find its own programs.
 */
function throughClosedFolders({ uid, gid }: { uid: number; gid: number }): string[] {
  const flags = [
    ...['--reuid', String(uid), '--regid', String(gid), '--clear-groups', '--securebits', '+no_setuid_fixup'],
    ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--'],
  ]
  if (spawnSync('setpriv', [...flags, 'true'], { stdio: 'ignore' }).status === 0) return flags
  throw new StartFailure(
    'PostgreSQL refuses to run as root, and the user "nobody" may not enter this folder; move Enlace out of it, start it as an ordinary user, or set DATABASE_URL.',
  )
}
