import { text } from 'node:stream/consumers'
import { ApiClient } from './api-client.ts'
import { askPerson } from './ask.ts'
import { callNamed } from './commands.ts'
import { keyOfDevice } from './device-login.ts'
import { Ending, EXIT, usageError } from './failure.ts'
import type { Given } from './options.ts'
import { printData, printJson } from './print-data.ts'
import { cleanUrl, profilePath, readProfiles, removeProfile, saveProfile } from './profiles.ts'
import { canAsk, note } from './screen.ts'

interface Session {
  readonly companyName?: string
  readonly name?: string
}

const isLoopback = (url: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)

/** By a code that a person confirms, unless a key comes from stdin or is asked for. */
async function keyOf(url: string, given: Given): Promise<string> {
  if (given.device) return keyOfDevice(url)
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  if (!given.key) return keyOfDevice(url)
  note(`Make an API key at ${url}/integrations; it is shown once.`)
  return askPerson('Key (not shown): ', { isSecret: true })
}

/**
 * Saves a portal and a key once the portal has accepted it. The key is made here, typed, or comes from stdin: arguments are seen by all.
 */
export async function saveLogin(given: Given): Promise<void> {
  const name = String(given.profile ?? process.env.ENLACE_PROFILE ?? 'default')
  const before = readProfiles().profiles[name]?.url
  const isGiven = given.url !== undefined || process.env.ENLACE_URL
  if (!isGiven && !canAsk()) throw usageError('Say which portal: enlace login --url URL < FILE_WITH_THE_KEY.')
  const answer = isGiven
    ? (given.url ?? process.env.ENLACE_URL)
    : await askPerson(`Address of the portal${before ? ` [${before}]` : ''}: `)
  const url = cleanUrl(String(answer || before || ''))
  if (url.startsWith('http:') && !isLoopback(url)) note('Without https the key can be read on its way.')
  const key = await keyOf(url, given)
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Ending(EXIT.key, 'That is no key: a key is one word that begins with enl_.')
  const { data } = await new ApiClient({ url, key }).data<Session>(callNamed('getSession'), {})
  saveProfile(name, { url, key })
  note(
    `Logged in to ${url}${data.companyName ? ` for ${data.companyName}` : ''}${name === 'default' ? '' : ` (profile ${name})`}.`,
  )
}

export function deleteLogin(given: Given): void {
  const name = String(given.profile ?? process.env.ENLACE_PROFILE ?? readProfiles().current)
  removeProfile(name)
  note(`Deleted the profile ${name} from ${profilePath()}; the key itself works until it is revoked in the portal.`)
}

/** Saved logins, without their keys. */
export async function listProfiles(given: Given): Promise<void> {
  const { current, profiles } = readProfiles()
  const rows = Object.entries(profiles).map(([profile, { url }]) => ({ profile, url, current: profile === current }))
  await (given.json ? printJson(rows) : printData(rows))
}
