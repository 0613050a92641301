import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { VERSION } from '../server/db/version.ts'

// Makes an archive with everything to run offline, and its checksum: npm run release [-- FOLDER]. On Linux, with GNU tar.

const ROOT = join(import.meta.dirname, '..')
const PLATFORM = `${process.platform}-${process.arch}`
const NAME = `enlace-${VERSION}-${PLATFORM}`
/** For people and for installing; the built page and the server are collected. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'deploy']

function fill(folder: string): void {
  execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'deploy/image/collect.ts', folder, '--with-database'],
    { cwd: ROOT, stdio: 'inherit' },
  )
  for (const path of DOCUMENTS)
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|deploy\/\.env$/.test(file),
    })
  for (const name of ['client', 'terminal'])
    execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', `scripts/${name}-package.ts`, join(folder, 'packages')],
      { cwd: ROOT, stdio: 'inherit' },
    )
  // its place for deploy/start.sh
  const node = join(folder, `.runtime/node_modules/node-${PLATFORM}/bin/node`)
  mkdirSync(dirname(node), { recursive: true })
  cpSync(process.execPath, node)
  chmodSync(node, 0o755)
}

/** The same commit gives the same archive: names in order, times of the commit, no owners. */
async function pack(folder: string, file: string): Promise<void> {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const tar = spawn('tar', ['-c', ...same, '-C', dirname(folder), basename(folder)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'close')
  await pipeline(tar.stdout, createGzip({ level: 6 }), createWriteStream(file))
  const [code] = await ended
  if (code !== 0) throw new Error('tar failed')
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const [target = join(ROOT, 'release')] = process.argv.slice(2)
mkdirSync(target, { recursive: true })
const scratch = mkdtempSync(join(target, '.making-'))
try {
  fill(join(scratch, NAME))
  const file = join(target, `${NAME}.tar.gz`)
  await pack(join(scratch, NAME), file)
  writeFileSync(`${file}.sha256`, `${await checksumOf(file)}  ${basename(file)}\n`)
  console.log(`${file}: ${(statSync(file).size / 1024 ** 2).toFixed(1)} MB. sha256sum -c ${basename(file)}.sha256 checks it.`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
