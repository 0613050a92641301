import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { ensureNpm } from './runtime.mjs'
import { root, step } from './shared.mjs'

/** Installs the locked packages when node_modules does not hold exactly them. */
export async function ensurePackages(node) {
  if (isInstalled()) return
  await ensureNpm()
  await step('Installing packages (a minute or two the first time)', () =>
    runNpm(['ci', '--include=dev', '--include=optional'], { node, cwd: root, label: 'The packages' }),
  )
}

/**
 * npm writes what it installed into node_modules/.package-lock.json, at the very end. Optional packages for other platforms
 * are missing there.
 */
function isInstalled() {
  const found = packagesIn('node_modules/.package-lock.json')
  const wanted = packagesIn('package-lock.json')
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (path === '' || link) return true
    return found[path] ? found[path].version === version : Boolean(optional || devOptional)
  })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    // not there, or cut off in the middle: then nothing counts as installed
    return {}
  }
}
