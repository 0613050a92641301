import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { languageFor } from '#domain/languages.ts'
import { referencePage } from './reference-page.ts'

/** Scripts and styles of this origin only, nothing inline, no framing. */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'"],
  ...["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
].join('; ')

const pageQuery = z.object({ lang: z.enum(['es', 'en']).optional().catch(undefined) })

/**
 * The API's documentation: the contract as an OpenAPI document, and as a page. Both are public and the same for all callers, so they
 * are not calls of the contract.
 */
export function registerApiReference(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (request, reply) => sendStaticFile('openapi.json', request, reply))
  app.get('/api/docs', async (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = pageQuery.parse(request.query)
    const language = lang ?? languageFor(request.headers['accept-language'])
    reply.headers({ 'content-security-policy': POLICY, vary: 'accept-encoding, accept-language' })
    return sendStaticFile(`page.${language}`, request, reply)
  })
  for (const file of ['reference.css', 'reference.js', 'first-paint.js', 'inter-latin.woff2'] as const) {
    app.get(`/api/docs/${file}`, async (request, reply) => sendStaticFile(file, request, reply))
  }
}

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
async function sendStaticFile(name: Name, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { etag, plain, zipped } = await cached(name)
  reply.headers({ 'cache-control': 'no-cache', etag })
  if (!reply.hasHeader('vary')) reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply.type(FILES[name][0]).send(isZipped ? zipped : plain)
}
