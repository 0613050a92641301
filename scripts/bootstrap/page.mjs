import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quietly, root, step } from './shared.mjs'

const sources = [
  'web',
  'contract',
  'domain',
  'vite.config.ts',
  'scripts/inline-first-paint.ts',
  'scripts/precompress.ts',
  'scripts/strip-schemas.ts',
  'package-lock.json',
]
const stamp = join(root, 'dist/page-sources.sha256')
const page = join(root, 'dist/web/index.html')

/** Builds the page when it is missing or was built from other sources. */
export async function ensurePage(node) {
  const hash = hashOf(sources)
  if (hash === stampedHash() && existsSync(page)) return
  rmSync(stamp, { force: true })
  await step('Building the page', async () => {
    const explain = (output) => `The page could not be built:\n${output.trim()}`
    await quietly(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { explain })
    writeFileSync(stamp, hash)
  })
}

function stampedHash() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    // never built
    return ''
  }
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesBelow))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(path) {
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true })
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    return entries.flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}
