import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import project from '../package.json' with { type: 'json' }
import { COMMON_MANIFEST, packForNpm } from './npm-package.ts'

// Packs the terminal for npm: npm run terminal [-- FOLDER]. Node reads no types within node_modules, so they are taken out here.

const ROOT = join(import.meta.dirname, '..')
/** Its own, and what it shares with the client for TypeScript. */
const SOURCES = ['terminal/*.ts', 'client/send.ts', 'client/server-events.ts']
const MANIFEST = {
  name: 'enlace-terminal',
  ...COMMON_MANIFEST,
  description: 'Enlace on the command line: SIMs, operations and every call of the API',
  engines: { node: '>=22' },
  bin: { enlace: 'terminal/enlace.js' },
  // in the package itself: who installs it needs no registry
  dependencies: { yaml: project.devDependencies.yaml },
  bundleDependencies: ['yaml'],
}

const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source)
    .replaceAll(/(from '\.[\w./-]+)\.ts'/g, "$1.js'")
    .replaceAll(/[ \t]+$/gm, '')

function fill(folder: string): void {
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] })) {
    const path = join(folder, file.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, toJavaScript(readFileSync(join(ROOT, file), 'utf8')))
  }
  for (const name of MANIFEST.bundleDependencies)
    cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
}

packForNpm({ manifest: MANIFEST, document: 'docs/terminal.md', fill })
