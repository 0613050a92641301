import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)

/** A Chromium to test with: CHROMIUM_PATH, the system's, or one that Playwright has downloaded; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...macApps,
    chromium.executablePath(),
  ]
  return candidates.find(isExecutable)
}

/** Finds a Chromium, and on Debian as root installs the system's when there is none. */
export function ensureChromium(): string | undefined {
  const found = findChromium()
  if (found || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return found
  console.log('  … Installing Chromium from Debian')
  const aptGet = (...args: string[]): boolean =>
    spawnSync('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }).status === 0
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', 'chromium')
  return findChromium()
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // not there, or not to be run by us: the next candidate
    return false
  }
}
