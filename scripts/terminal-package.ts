import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import project from '../package.json' with { type: 'json' }
import { VERSION } from '../server/db/version.ts'

// Packs the terminal for npm: npm run terminal [-- FOLDER]. Node reads no types within node_modules, so they are taken out here.

const ROOT = join(import.meta.dirname, '..')
const MANIFEST = {
  name: 'enlace-terminal',
  version: VERSION,
  description: 'Enlace on the command line: SIMs, operations and every call of the API',
  license: 'Apache-2.0',
  type: 'module',
  engines: { node: '>=22' },
  bin: { enlace: 'enlace.js' },
  // in the package itself: who installs it needs no registry
  dependencies: { yaml: project.devDependencies.yaml },
  bundleDependencies: ['yaml'],
}

const toJavaScript = (source: string): string =>
  stripTypeScriptTypes(source)
    .replaceAll(/(from '\.\/[\w.-]+)\.ts'/g, "$1.js'")
    .replaceAll(/[ \t]+$/gm, '')

function fill(folder: string): void {
  for (const file of globSync('*.ts', { cwd: join(ROOT, 'terminal'), exclude: ['*.test.ts'] })) {
    const source = readFileSync(join(ROOT, 'terminal', file), 'utf8')
    writeFileSync(join(folder, file.replace(/\.ts$/, '.js')), toJavaScript(source))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`)
  for (const name of MANIFEST.bundleDependencies)
    cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
  copyFileSync(join(ROOT, 'docs/terminal.md'), join(folder, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

const target = resolve(process.argv[2] ?? join(ROOT, 'release'))
mkdirSync(target, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'enlace-terminal-'))
try {
  fill(scratch)
  execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: scratch, stdio: 'ignore' })
  console.log(join(target, `${MANIFEST.name}-${VERSION}.tgz`))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
