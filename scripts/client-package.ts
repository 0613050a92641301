import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMON_MANIFEST, packForNpm } from './npm-package.ts'

// Packs the TypeScript client for npm: npm run client [-- FOLDER]. JavaScript for Node 18 and browsers, with declarations.

const ROOT = join(import.meta.dirname, '..')
const MANIFEST = {
  name: 'enlace-client',
  ...COMMON_MANIFEST,
  description: 'Typed client of the API of Enlace, for Node.js and browsers',
  engines: { node: '>=18' },
  exports: { '.': { types: './client.d.ts', default: './client.js' } },
  types: './client.d.ts',
  sideEffects: false,
}
const OPTIONS = [
  ...['--ignoreConfig', '--declaration', '--strict', '--noEmit', 'false'],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''],
  ...['--module', 'nodenext', '--allowImportingTsExtensions', '--rewriteRelativeImportExtensions'],
]

function fill(folder: string): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, 'client/client.ts', '--outDir', folder, ...OPTIONS], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  // the compiler leaves the extension in declarations
  for (const file of globSync('*.d.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll(/(from '\.\/[\w.-]+)\.ts'/g, "$1.js'"))
  }
}

packForNpm({ manifest: MANIFEST, document: 'docs/client.md', fill })
