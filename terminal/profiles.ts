import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Ending, EXIT, usageError } from './failure.ts'

/** Where a portal is, and the key with which it is called. */
export interface SavedLogin {
  readonly url: string
  readonly key: string
}

interface ProfileFile {
  readonly current: string
  readonly profiles: Readonly<Record<string, SavedLogin>>
}

/** By the XDG Base Directory Specification. */
export function profilePath(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'enlace', 'profiles.json')
}

export function readProfiles(): ProfileFile {
  const path = profilePath()
  if (!existsSync(path)) return { current: 'default', profiles: {} }
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Ending(EXIT.unexpected, `${path} can't be read; delete it and log in again.`)
  }
}

/** Only the owner may read it; another process never reads half of it. */
function writeProfiles(file: ProfileFile): void {
  const path = profilePath()
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const scratch = `${path}.${process.pid}`
  try {
    writeFileSync(scratch, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
    chmodSync(scratch, 0o600)
    renameSync(scratch, path)
  } finally {
    rmSync(scratch, { force: true })
  }
}

export function saveProfile(name: string, profile: SavedLogin): void {
  writeProfiles({ current: name, profiles: { ...readProfiles().profiles, [name]: profile } })
}

export function removeProfile(name: string): void {
  const { current, profiles } = readProfiles()
  if (!profiles[name]) throw usageError(`There is no profile ${name}.`)
  const left = Object.fromEntries(Object.entries(profiles).filter(([its]) => its !== name))
  writeProfiles({ current: current === name ? (Object.keys(left)[0] ?? 'default') : current, profiles: left })
}

/** A file that others can read is said once a command, and stays as it is. */
export function isOpenToOthers(): boolean {
  const path = profilePath()
  return process.platform !== 'win32' && existsSync(path) && (statSync(path).mode & 0o077) !== 0
}

/**
 * The portal and key of this command: of --profile, else of ENLACE_URL and ENLACE_KEY, else of ENLACE_PROFILE or the profile of the
 * last login. A key never goes to an address that came from elsewhere than the key.
 */
export function activeProfile(named: string | undefined, env: NodeJS.ProcessEnv = process.env): SavedLogin {
  const { current, profiles } = readProfiles()
  if (named === undefined && env.ENLACE_KEY) {
    const url = env.ENLACE_URL || profiles[env.ENLACE_PROFILE || current]?.url
    if (!url) throw new Ending(EXIT.key, 'ENLACE_KEY is set, and ENLACE_URL with the address of the portal is not.')
    return { url: cleanUrl(url), key: env.ENLACE_KEY }
  }
  const name = named ?? (env.ENLACE_PROFILE || current)
  const profile = profiles[name]
  const isAsked = named !== undefined || Boolean(env.ENLACE_PROFILE)
  if (!profile && isAsked) throw new Ending(EXIT.key, `There is no profile ${name}; enlace login --profile ${name} makes it.`)
  if (!profile) throw new Ending(EXIT.key, 'Not logged in: run enlace login, or set ENLACE_URL and ENLACE_KEY.')
  if (named === undefined && env.ENLACE_URL && cleanUrl(env.ENLACE_URL) !== profile.url)
    throw new Ending(EXIT.key, `ENLACE_URL is another portal than that of the profile ${name}; set ENLACE_KEY as well.`)
  return profile
}

/** The address of a portal as people write it: with or without https, a slash or /api at its end. */
export function cleanUrl(text: string): string {
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) throw usageError(`${text} is no address of a portal, such as https://portal.example.com.`)
  const url = new URL(whole)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/api$/, '')
}
