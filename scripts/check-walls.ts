import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Import, importsOf } from './imports.ts'

/** What a folder may import besides itself; the longest matching folder counts. */
const rooms: Record<string, string[]> = {
  domain: [],
  contract: ['domain', 'zod'],
  web: ['contract', 'domain', 'package'],
  'web/i18n': ['domain', 'web/lib', 'package'],
  'web/lib': ['contract', 'domain', 'package'],
  'web/ui': ['contract', 'domain', 'web/lib', 'web/i18n', 'package'],
  'web/shared': ['contract', 'domain', 'web/lib', 'web/ui', 'package'],
  'web/features': ['contract', 'domain', 'web/lib', 'web/ui', 'web/shared', 'web/i18n', 'package'],
  'web/shell': ['contract', 'domain', 'web/lib', 'web/ui', 'web/shared', 'web/features', 'web/i18n', 'package'],
  'web/screens': ['contract', 'domain', 'web/lib', 'web/ui', 'web/shared', 'web/features', 'web/i18n', 'package'],
  server: ['contract', 'domain', 'package', 'node'],
  client: [],
  terminal: ['client/send.ts', 'client/server-events.ts', 'package/yaml', 'node'],
  'server/db': ['server/start-failure.ts', 'package', 'node'],
  'server/cells': ['contract', 'server/db', 'server/jobs', 'server/context.ts', 'server/app-error.ts', 'package', 'node'],
  'server/records': [
    'contract',
    'domain',
    'server/cells',
    'server/db',
    'server/context.ts',
    'server/app-error.ts',
    'package',
    'node',
  ],
  'server/alarm-engine': ['domain', 'server/db', 'server/records', 'package', 'node'],
  'server/lock-engine': ['domain', 'server/db', 'server/records', 'package', 'node'],
  'server/usage': [
    'domain',
    'server/alarm-engine',
    'server/lock-engine',
    'server/cells',
    'server/db',
    'server/records',
    'package',
    'node',
  ],
  'server/networks': [
    'contract',
    'domain',
    'server/cells',
    'server/db',
    'server/records',
    'server/jobs',
    'server/secrets',
    'server/tracing',
    'server/usage',
    'package',
    'node',
  ],
  'server/ingest': [
    'contract',
    'domain',
    'server/cells',
    'server/db',
    'server/records',
    'server/files',
    'server/jobs',
    'server/networks',
    'server/secrets',
    'server/usage',
    'package',
    'node',
  ],
  e2e: ['contract', 'domain', 'test', 'scripts', 'package', 'node'],
  lab: ['contract', 'domain', 'server', 'package', 'node'],
  'lab/core': ['node'],
  'lab/phone': ['domain/gsm-alphabet.ts', 'node'],
}
/** The terminal is a package of its own, to be installed without the rest: of the contract it has types, which are erased. */
const TERMINAL = 'terminal'
/** The laboratory is a program of its own: only tests import it. */
const LAB = 'lab'

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const featureOf = (path: string): string | undefined => /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1]

function mayImport(file: string, { path: imported, isType }: Import): boolean {
  const matching = Object.keys(rooms).filter((folder) => isBelow(file, folder))
  const room = matching.toSorted((a, b) => b.length - a.length)[0]
  const isOtherFeature = featureOf(file) && featureOf(imported) && featureOf(file) !== featureOf(imported)
  if (isBelow(imported, LAB) && !isBelow(file, LAB)) return isTest(file)
  if (room === TERMINAL && isBelow(imported, 'contract')) return isType || isTest(file)
  if (room === undefined || isOtherFeature) return room === undefined
  const open = [room, ...(rooms[room] ?? [])]
  if (isTest(file)) open.push('test', 'package', 'node')
  return open.some((folder) => isBelow(imported, folder) || (folder === 'package' && imported === 'zod'))
}

/**
 * Imports that break a wall of docs/architecture.md, one sentence each.
 * @param files source text by path from the root of the repository
 */
export function findBreaches(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([file, text]) => {
    const breaking = importsOf(file, text).filter((imported) => !mayImport(file, imported))
    return breaking.map(({ path }) => `${file} must not import ${path}.`)
  })
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const paths = globSync('{client,contract,deploy,domain,server,terminal,web,e2e,lab,test,bench,scripts}/**/*.{ts,tsx}', {
    cwd: root,
  })
  const breaches = findBreaches(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])))
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
