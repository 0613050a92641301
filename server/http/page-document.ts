import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** index.html as this server sends it, plain and compressed. */
export interface PageDocument {
  readonly policy: string
  readonly etag: string
  /** by content encoding; '' is the plain text */
  readonly bodies: ReadonlyMap<string, Buffer>
}

const CLIENT_KEY = /(<meta name="client-key" content=")[^"]*(")/

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const inside = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, text = '']) => text)

/**
 * Builds the page's document from index.html: fills in the key by which the page identifies itself to the API, and derives the
 * policy from the inline script and styles.
 * @throws Error when the document has no place for the key
 */
export async function pageDocument(
  built: string,
  config: Pick<Config, 'WEB_API_KEY' | 'SUPPORT_CHAT_URL' | 'MAP_TILES_URL'>,
): Promise<PageDocument> {
  if (!CLIENT_KEY.test(built)) throw new Error('index.html has no <meta name="client-key">')
  const html = built.replace(CLIENT_KEY, (_, before: string, after: string) => before + escaped(config.WEB_API_KEY) + after)
  const plain = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [brotli, gzipped] = await Promise.all([toBrotli(plain, { params }), toGzip(plain, { level: 9 })])
  return {
    policy: contentSecurityPolicy({ scripts: inside(html, 'script'), styles: inside(html, 'style') }, config),
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    bodies: new Map([
      ['br', brotli],
      ['gzip', gzipped],
      ['', plain],
    ]),
  }
}

/** The best encoding that the client accepts and the document has. */
function encodingFor(header: string | undefined): string {
  const taken = (header ?? '').split(',').flatMap((part) => {
    const [name = '', quality = ''] = part.split(';')
    return /q=0(\.0*)?\s*$/.test(quality) ? [] : [name.trim().toLowerCase()]
  })
  return ['br', 'gzip'].find((name) => taken.includes(name)) ?? ''
}

/** Sends the document. The browser revalidates it each time, and gets 304 while it is unchanged. */
export function sendPage({ policy, etag, bodies }: PageDocument, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const tag = `"${etag}${encoding && `-${encoding}`}"`
  reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    etag: tag,
    vary: 'accept-encoding',
  })
  const isKnown = request.headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag)
  if (isKnown) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies.get(encoding))
}
