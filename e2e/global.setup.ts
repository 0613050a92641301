import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DATABASE_MEMORY_MB } from '#test/database-memory.ts'
import { removeStaleFolders } from '#test/stale-folders.ts'

const root = join(import.meta.dirname, '..')
const PREFIX = 'enlace-e2e-'

/**
 * Starts Enlace on a free port with a data folder of its own and the demo fleet, for the whole run. A server that runs already
 * can be named by ENLACE_E2E_URL.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  removeStaleFolders(PREFIX)
  const claims = mkdtempSync(join(tmpdir(), PREFIX))
  // for tests that change a SIM, see support/sim-dialogs.ts
  process.env.ENLACE_E2E_CLAIMS = claims
  const removeClaims = () => rmSync(claims, { recursive: true })
  if (process.env.ENLACE_E2E_URL) return async () => removeClaims()
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...withoutOwnSettings(),
      // as in production: responses are checked against the contract in the other tests
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_MEMORY_MB: String(DATABASE_MEMORY_MB),
      PORT: '0',
      RADIUS_PORT: '0',
      SEED: 'demo',
      WEBHOOK_NETWORKS: '127.0.0.1',
      SUPPORT_MAIL_SECONDS: '2',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  process.env.ENLACE_E2E_URL = await addressOf(server)
  // for tests that break a network, see support/network-faults.ts
  process.env.ENLACE_E2E_DATA_DIR = dataDir
  return async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(dataDir, { recursive: true })
    removeClaims()
  }
}

/** The server's log goes to test-results/server.log; its ready line has the address. */
function addressOf(server: ChildProcess): Promise<string> {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const log = createWriteStream(join(root, 'test-results/server.log'))
  return new Promise((resolve, reject) => {
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}; see test-results/server.log.`)))
    if (!server.stdout) return
    createInterface({ input: server.stdout }).on('line', (line) => {
      log.write(`${line}\n`)
      const address = /Enlace is ready at (http:[^"]+)/.exec(line)?.[1]
      if (address) resolve(address)
    })
  })
}

/** The developer's own settings must not change the tests. */
function withoutOwnSettings(): NodeJS.ProcessEnv {
  const own =
    /^(DATABASE_|DATA_DIR|HOST$|PORT$|RADIUS_|PUBLIC_URL|TRUST_PROXY|SEED|ROLE|LOG_LEVEL|WEB_API_KEY|SUPPORT_|MAP_TILES_URL|MANUALS_URL|SECRET_KEY|SMTP_URL|MAIL_FROM|ALARM_|WEBHOOK_|METRICS_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}
