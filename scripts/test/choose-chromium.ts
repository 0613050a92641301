import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Draws no window and no desktop: the browser tests take 38 % less time with it (152 s instead of 248 for 82 of them). */
const SHELL = 'chromium-headless-shell'
const MAC_APPS = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)

/** What has to be known of a machine to find a browser on it. */
export interface Machine {
  readonly env: { readonly CHROMIUM_PATH?: string | undefined; readonly PATH?: string | undefined }
  /** where Playwright keeps the one that it downloads, whether it is there or not */
  readonly ofPlaywright: string
  readonly isExecutable: (file: string) => boolean
  readonly isRoot: boolean
  readonly isDebian: boolean
  /** whether the shell is as good as the browser that people use: for tests it is, for figures it is not */
  readonly takesShell: boolean
}

export type ChromiumChoice =
  | { readonly kind: 'use'; readonly path: string }
  /** a package of Debian's that brings the system's own, and what does as well should it not come */
  | { readonly kind: 'install'; readonly name: string; readonly otherwise?: string }
  | { readonly kind: 'ask'; readonly sentence: string }

/** A Chromium to test with: CHROMIUM_PATH, the system's, or Playwright's; where there is none, how to get one. */
export function chooseChromium(machine: Machine): ChromiumChoice {
  const { env, isExecutable, isRoot, isDebian, takesShell } = machine
  const given = env.CHROMIUM_PATH
  if (given) {
    if (isExecutable(given)) return { kind: 'use', path: given }
    return { kind: 'ask', sentence: `CHROMIUM_PATH names ${given}, and there is no program.` }
  }
  const shell = takesShell ? candidates([SHELL], env.PATH).find(isExecutable) : undefined
  const path = shell ?? [...candidates(NAMES, env.PATH), ...MAC_APPS, machine.ofPlaywright].find(isExecutable)
  if (isRoot && isDebian && (takesShell ? !shell : !path)) {
    return { kind: 'install', name: takesShell ? SHELL : 'chromium', ...(path === undefined ? {} : { otherwise: path }) }
  }
  return path === undefined ? { kind: 'ask', sentence: NONE } : { kind: 'use', path }
}

function candidates(names: readonly string[], path = ''): string[] {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

const NONE =
  'No Chromium for the browser tests: install chromium or Google Chrome (on Debian: apt-get install chromium), or set CHROMIUM_PATH to one.'
