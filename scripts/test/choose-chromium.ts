import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC_APPS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)

/** What has to be known of a machine to find a browser on it. */
export interface Machine {
  readonly env: { readonly CHROMIUM_PATH?: string | undefined; readonly PATH?: string | undefined }
  /** where Playwright keeps the one that it downloads, whether it is there or not */
  readonly ofPlaywright: string
  readonly isExecutable: (file: string) => boolean
  readonly isRoot: boolean
  readonly isDebian: boolean
}

export type Choice =
  | { readonly kind: 'use'; readonly path: string }
  /** commands that put the system's own in its place, each with its arguments */
  | { readonly kind: 'install'; readonly commands: readonly (readonly [string, ...string[]])[] }
  | { readonly kind: 'ask'; readonly sentence: string }

/** A Chromium to test with: CHROMIUM_PATH, the system's, or Playwright's; where there is none, how to get one. */
export function chooseChromium({ env, ofPlaywright, isExecutable, isRoot, isDebian }: Machine): Choice {
  const given = env.CHROMIUM_PATH
  if (given) {
    if (isExecutable(given)) return { kind: 'use', path: given }
    return { kind: 'ask', sentence: `CHROMIUM_PATH names ${given}, and there is no program.` }
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const ofSystem = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const path = [...ofSystem, ...MAC_APPS, ofPlaywright].find(isExecutable)
  if (path !== undefined) return { kind: 'use', path }
  if (isRoot && isDebian) return { kind: 'install', commands: APT }
  return { kind: 'ask', sentence: NONE }
}

const APT: readonly [string, ...string[]][] = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
]

const NONE =
  'No Chromium for the browser tests: install chromium or Google Chrome (on Debian: apt-get install chromium), or set CHROMIUM_PATH to one.'
