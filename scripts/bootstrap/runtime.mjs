import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmMajor, runNpm, runtimeFolder } from './npm.mjs'
import { Failure, step } from './shared.mjs'

// the first that runs TypeScript without a warning and knows import.meta.main
const OLDEST_NODE = [24, 3]
const NODE_VERSION = '24.21.0'
const NPM_MAJOR = 11
const NPM_VERSION = '11.19.1'
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** The path of a Node 24: the one that runs this, or one of our own below .runtime/, installed from npm when it is missing. */
export async function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  const platform = `${process.platform}-${process.arch}`
  if (!isNewEnough && !platforms.includes(platform)) {
    throw new Failure(
      `Enlace needs Node.js ${OLDEST_NODE.join('.')} or newer, and brings its own only for ${platforms.join(', ')}.`,
    )
  }
  const packageName = `node-${platform}`
  const wanted = isNewEnough ? {} : { [packageName]: NODE_VERSION }
  // whether the caller's npm is new enough is asked only when something has to be installed anyway: it costs half a second
  if (!hasAll(wanted))
    await install(npmMajor() >= NPM_MAJOR ? wanted : { ...wanted, npm: NPM_VERSION }, `Node.js ${NODE_VERSION}`)
  return isNewEnough ? process.execPath : join(runtimeFolder, 'node_modules', packageName, 'bin/node')
}

/** Puts an npm into .runtime/ that understands the lock file, when the caller's is too old. */
export async function ensureNpm() {
  if (npmMajor() >= NPM_MAJOR) return
  await install({ ...installed(), npm: NPM_VERSION }, `npm ${NPM_VERSION}`)
}

/** Our own packages by name and version, as npm noted them when it was done. */
function installed() {
  try {
    const { packages } = JSON.parse(readFileSync(join(runtimeFolder, 'node_modules/.package-lock.json'), 'utf8'))
    const names = Object.keys(packages).filter((path) => path.split('node_modules/').length === 2)
    return Object.fromEntries(names.map((path) => [path.slice('node_modules/'.length), packages[path].version]))
  } catch {
    // nothing has been installed yet, or not to the end
    return {}
  }
}

function hasAll(packages) {
  const found = installed()
  return Object.entries(packages).every(([name, version]) => found[name] === version)
}

async function install(dependencies, label) {
  await step(`Installing ${label} for Enlace alone`, async () => {
    try {
      mkdirSync(runtimeFolder, { recursive: true })
      writeFileSync(join(runtimeFolder, 'package.json'), JSON.stringify({ private: true, dependencies }, null, 2))
    } catch (error) {
      throw new Failure(`${label} could not be installed: ${error.message}.`)
    }
    await runNpm(['install'], { cwd: runtimeFolder, label })
  })
}
