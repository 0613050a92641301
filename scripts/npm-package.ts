import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { VERSION } from '../server/db/version.ts'

const ROOT = join(import.meta.dirname, '..')

/** What all our packages say of themselves. */
export const COMMON_MANIFEST = { version: VERSION, license: 'Apache-2.0', type: 'module' } as const

interface NpmPackage {
  readonly manifest: Readonly<Record<string, unknown>> & { readonly name: string }
  /** that is its README, from the root of the repository */
  readonly document: string
  readonly fill: (folder: string) => void
}

/** Packs for npm, in the folder of the command line or in release/, and prints where. */
export function packForNpm({ manifest, document, fill }: NpmPackage): void {
  const target = resolve(process.argv[2] ?? join(ROOT, 'release'))
  mkdirSync(target, { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), `${manifest.name}-`))
  try {
    fill(scratch)
    writeFileSync(join(scratch, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    copyFileSync(join(ROOT, document), join(scratch, 'README.md'))
    copyFileSync(join(ROOT, 'LICENSE'), join(scratch, 'LICENSE'))
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: scratch, stdio: 'ignore' })
    console.log(join(target, `${manifest.name}-${VERSION}.tgz`))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
