import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#test/fleet.ts'
import { freeTcpPort } from '#test/free-port.ts'
import { API_KEY, type Portal, startPortal } from '#test/portal.ts'
import { selfSigned } from '#test/self-signed.ts'

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
const isInstalled = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

interface Place {
  readonly folder: string
  /** of the portal */
  readonly portal: number
  /** of the proxy */
  readonly https: number
}

/** Each example as it is, but for ports, names and certificate. @returns the arguments of the proxy */
const PROXIES: Readonly<Record<string, (place: Place) => Promise<string[]>>> = {
  nginx: async ({ folder, portal, https }) => {
    const example = textOf('nginx/enlace.conf')
      .replace('127.0.0.1:3000', `127.0.0.1:${portal}`)
      .replaceAll(/^ +listen \[::\].*\n/gm, '')
      .replace('listen 80', `listen 127.0.0.1:${await freeTcpPort()}`)
      .replace('listen 443', `listen 127.0.0.1:${https}`)
      .replaceAll('/etc/ssl/enlace', folder)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
    const main = `pid ${folder}/pid; error_log stderr; daemon off; events {} http { access_log off; ${temporary.join(' ')}\n${example} }`
    writeFileSync(join(folder, 'nginx.conf'), main)
    const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
    expect(spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })).toMatchObject({ status: 0 })
    return args
  },
  caddy: async ({ folder, portal, https }) => {
    const example = textOf('caddy/Caddyfile')
    const validated = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'Caddyfile'], {
      cwd: join(import.meta.dirname, 'caddy'),
      encoding: 'utf8',
    })
    expect(validated).toMatchObject({ status: 0 })
    const options = '{\n admin off\n grace_period 1s\n auto_https disable_redirects\n}\n'
    const site = `https://127.0.0.1:${https} {\n tls ${folder}/fullchain.pem ${folder}/privkey.pem`
    const text = example.replace('127.0.0.1:3000', `127.0.0.1:${portal}`).replace(/^portal.example.com {/m, site)
    writeFileSync(join(folder, 'Caddyfile'), options + text)
    return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  },
}

let portal: Portal
let portalPort: number
beforeAll(async () => {
  portal = await startPortal({ env: { TRUST_PROXY: '127.0.0.1' } })
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  portalPort = (portal.app.server.address() as AddressInfo).port
})
afterAll(() => portal.close())

type Headers = Readonly<Record<string, string>>

/** A request over TLS; the certificate is self-signed. */
function ask(port: number, path: string, headers: Headers = {}, body?: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const json = body && JSON.stringify(body)
    const all = { ...API_KEY, ...headers, ...(json && { 'content-type': 'application/json' }) }
    const options = { host: '127.0.0.1', port, path, method: json ? 'POST' : 'GET', headers: all, rejectUnauthorized: false }
    request(options, resolve).on('error', reject).end(json)
  })
}

async function untilReady(port: number, proxy: ChildProcess): Promise<void> {
  const isReady = () =>
    ask(port, '/readyz').then(
      ({ statusCode }) => statusCode === 200,
      () => false,
    )
  while (!(await isReady())) {
    if (proxy.exitCode !== null) throw new Error(`the proxy ended with ${proxy.exitCode}`)
    await sleep(50)
  }
}

describe.each(Object.keys(PROXIES))('behind %s', (program) => {
  test.skipIf(!isInstalled(program))('logins are secure, clients have their address, and events arrive at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'enlace-proxy-'))
    const { key, cert } = selfSigned()
    writeFileSync(join(folder, 'privkey.pem'), key)
    writeFileSync(join(folder, 'fullchain.pem'), cert)
    const https = await freeTcpPort()
    const args = await PROXIES[program]?.({ folder, portal: portalPort, https })
    const proxy = spawn(program, args ?? [], { stdio: 'ignore', env: { ...process.env, HOME: folder } })
    try {
      await untilReady(https, proxy)
      const body = { email: portal.fleet.people.ana.email, password: PASSWORD }
      // a proxy that passes on what a client claims would let it choose its address
      const login = await ask(https, '/api/users/session/', { 'x-forwarded-for': '203.0.113.7' }, body)
      const [cookie = ''] = login.headers['set-cookie'] ?? []
      expect(cookie).toMatch(/^__Host-.*; Secure/)
      expect(login.headers['strict-transport-security']).toContain('max-age=31536000')
      const session = await portal.db.selectFrom('login_sessions').select('address').executeTakeFirstOrThrow()
      expect(session.address).toBe('127.0.0.1')

      const events = await ask(https, '/api/dashboard/events', { cookie: cookie.split(';')[0] ?? '' })
      expect(events.headers['content-type']).toContain('text/event-stream')
      let text = ''
      events.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      // the first event is some hundred bytes, and the stream goes on for an hour: a buffer would keep it back
      await expect.poll(() => text, { timeout: 10_000 }).toContain('data: ')
      events.destroy()
    } finally {
      // the workers of nginx outlive a master that is killed
      proxy.kill('SIGTERM')
      if (proxy.exitCode === null) await once(proxy, 'exit')
      rmSync(folder, { recursive: true })
    }
  })
})
