import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Soracom's OpenAPI document: kept beside the repository, not in it. */
const DOCUMENT = fileURLToPath(new URL('../../../shared/network/openapi/soracom-api.en.yaml', import.meta.url))
const PRISM = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')

/** Paths that the adapter uses. Of some 450 they are the ones that count; to read all takes Prism seconds. */
const USED =
  /^ {2}\/(auth|cell_locations|query\/sims|stats\/air\/sims\/\{sim_id\}|sims(\/\{sim_id\}(\/(activate|deactivate|suspend|set_to_standby|(en|dis)able_termination|terminate|delete_session|send_sms|update_speed_class|(un)?set_imei_lock|events\/sessions))?)?):/

export const hasDocument = existsSync(DOCUMENT)
export const NO_DOCUMENT = `SKIPPED: Soracom's API is not checked against its document, which is not at ${DOCUMENT}`

export interface Prism {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Prism over the document: with an upstream it stands before it and lets nothing pass, there or back, that the document does not have;
 * without one it answers by itself.
 */
export async function startPrism(upstream?: string): Promise<Prism> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'enlace-prism-'))
  const document = join(folder, 'document.yaml')
  await writeFile(document, usedOf(await readFile(DOCUMENT, 'utf8')))
  const where = ['--host', '127.0.0.1', '--port', String(port), document]
  const args = upstream === undefined ? ['mock', ...where] : ['proxy', '--errors', ...where, upstream]
  const child = spawn(process.execPath, [PRISM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  // a test run that is cut off leaves nothing behind
  const kill = (): boolean => child.kill()
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const onOutput = (piece: Buffer): void => {
      said = (said + piece.toString()).slice(-4_000)
      if (said.includes('is listening')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', () => reject(new Error(`prism ended: ${said}`)))
  })
  const close = async (): Promise<void> => {
    process.off('exit', kill)
    kill()
    await ended
    await rm(folder, { recursive: true })
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** The document with the paths that are used, every word of them as it was. */
function usedOf(text: string): string {
  const [begin, end] = [text.indexOf('\npaths:\n') + '\npaths:\n'.length, text.indexOf('\ncomponents:\n')]
  const paths = text.slice(begin, end).split(/\n(?= {2}\/)/)
  return [text.slice(0, begin - 1), ...paths.filter((path) => USED.test(path)), text.slice(end + 1)].join('\n')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
