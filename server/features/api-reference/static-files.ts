import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { referencePage } from './reference-page.ts'

const toGzip = promisify(gzip)
const ROOT = join(import.meta.dirname, '../../..')
const asset = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'assets', name))

/** In the order of the cascade: the page, its layout, one call. */
const STYLES = ['base.css', 'sheet.css', 'call.css']

/** The reference page has the portal's tokens and its own rules. */
async function styleSheet(): Promise<Buffer> {
  return Buffer.concat([await readFile(join(ROOT, 'web/ui/tokens.css')), ...(await Promise.all(STYLES.map(asset)))])
}

const FILES = {
  'openapi.json': ['application/json; charset=utf-8', async () => Buffer.from(JSON.stringify(openApiDocument()))],
  'page.es': ['text/html; charset=utf-8', async () => Buffer.from(referencePage(openApiDocument(), 'es'))],
  'page.en': ['text/html; charset=utf-8', async () => Buffer.from(referencePage(openApiDocument(), 'en'))],
  'reference.css': ['text/css; charset=utf-8', styleSheet],
  'reference.js': ['text/javascript; charset=utf-8', () => asset('reference.js')],
  'first-paint.js': ['text/javascript; charset=utf-8', () => asset('first-paint.js')],
  'inter-latin.woff2': ['font/woff2', () => readFile(join(ROOT, 'web/ui/inter-latin.woff2'))],
} as const satisfies Record<string, readonly [string, () => Promise<Buffer>]>

type Name = keyof typeof FILES

interface CachedFile {
  readonly etag: string
  readonly plain: Buffer
  readonly zipped: Buffer
}

/** Rendered on first request; the contract is constant for the life of a process. */
const cache = new Map<Name, Promise<CachedFile>>()

async function render(name: Name): Promise<CachedFile> {
  const plain = await FILES[name][1]()
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain, zipped: await toGzip(plain, { level: 9 }) }
}

function cached(name: Name): Promise<CachedFile> {
  const file = cache.get(name) ?? render(name)
  cache.set(name, file)
  file.catch(() => cache.delete(name))
  return file
}

/** Sends a file that is the same for all callers, or HTTP 304 when the caller has this version. */
export async function sendStaticFile(name: Name, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { etag, plain, zipped } = await cached(name)
  reply.headers({ 'cache-control': 'no-cache', etag })
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply.type(FILES[name][0]).send(isZipped ? zipped : plain)
}
