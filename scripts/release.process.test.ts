import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '#server/db/version.ts'
import { IS_SOAK } from '#test/share.ts'

const ROOT = join(import.meta.dirname, '..')
const NEEDED = ['unshare', 'nsenter', 'ip', 'tar', 'sha256sum']
const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  NEEDED.every((program) => spawnSync('which', [program], { stdio: 'ignore' }).status === 0)

const name = `enlace-${VERSION}-${process.platform}-${process.arch}`
/** What the portal must not find anything in: no node, no npm, no packages. */
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

describe.skipIf(!IS_SOAK || !isPossible)('a release', () => {
  let folder: string
  const run = (program: string, args: string[], cwd = folder): string => execFileSync(program, args, { cwd, encoding: 'utf8' })
  const release = (target: string): string => run(process.execPath, ['scripts/run.mjs', 'release', join(folder, target)], ROOT)
  beforeAll(() => {
    folder = mkdtempSync('/var/tmp/enlace-release-')
    release('one')
  }, 600_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has a name, a checksum, and is the same when it is made again', () => {
    expect(readdirSync(join(folder, 'one'))).toEqual([`${name}.tar.gz`, `${name}.tar.gz.sha256`])
    run('sha256sum', ['-c', `${name}.tar.gz.sha256`], join(folder, 'one'))
    release('two')
    expect(run('cat', [`two/${name}.tar.gz.sha256`])).toBe(run('cat', [`one/${name}.tar.gz.sha256`]))
  })

  test('runs with nothing but itself and no network: portal, first administrator, page, backup, packages', async () => {
    run('tar', ['-xf', `one/${name}.tar.gz`])
    const packages = ['client', 'terminal'].map((one) => `enlace-${one}-${VERSION}.tgz`)
    expect(readdirSync(join(folder, name, 'packages'))).toEqual(packages)
    const data = join(folder, 'data')
    const env = { PATH, PORT: '3999', RADIUS_PORT: '0', DATA_DIR: data, SEED: 'none', ENLACE_ADMIN_PASSWORD: 'Segura2026' }
    // a network of its own with nothing in it but the machine itself
    const inside = 'ip link set lo up && exec deploy/start.sh server/main.ts'
    const portal = spawn('unshare', ['--net', 'sh', '-c', inside], {
      cwd: join(folder, name),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [portal.stdout, portal.stderr])
      stream.on('data', (chunk) => {
        text += chunk
      })
    try {
      await expect.poll(() => text + portal.exitCode, { timeout: 150_000 }).toContain('Enlace is ready at')
      const enter = (...args: string[]): string =>
        execFileSync('nsenter', ['--net', '-t', String(portal.pid), ...args], {
          cwd: join(folder, name),
          env,
          encoding: 'utf8',
        })
      expect(enter('ip', '-o', 'link').trim().split('\n')).toHaveLength(1)
      enter('deploy/start.sh', 'server/create-admin.ts', '--email', 'jefa@enlace.test', '--name', 'Jefa')
      const ask = `const page = await fetch('http://127.0.0.1:3999/'); const body = JSON.stringify({ email: 'jefa@enlace.test', password: 'Segura2026' })
        const headers = { 'x-api-key': 'enlace-web', 'content-type': 'application/json' }
        const login = await fetch('http://127.0.0.1:3999/api/users/session/', { method: 'POST', headers, body })
        console.log(page.status, (await page.text()).includes('<div id="root">'), login.status)`
      expect(enter('deploy/start.sh', '--input-type=module', '--eval', ask)).toBe('200 true 200\n')
      expect(enter('deploy/start.sh', 'server/back-up.ts', join(folder, 'backup.zip'))).toContain('read again and found whole')
    } finally {
      portal.kill('SIGTERM')
      await once(portal, 'close')
    }
    expect([portal.exitCode, text.includes('Error')]).toEqual([0, false])
  })
})
