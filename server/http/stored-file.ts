import { basename, dirname } from 'node:path'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

/** A file on disk that is sent as it is, whole or in ranges, and that the client may cache. */
export class StoredFile {
  readonly path: string
  readonly contentType: string
  constructor(path: string, contentType: string) {
    this.path = path
    this.contentType = contentType
  }
}

/** A day; afterwards clients revalidate it. */
const CACHE_MS = 24 * 60 * 60 * 1000

/** Answers ranges, conditions and HEAD (RFC 9110). Files behind a login are cached by the client alone. */
export async function sendStoredFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<FastifyReply> {
  const sent = await send(request.raw, encodeURIComponent(basename(file.path)), {
    root: dirname(file.path),
    maxAge: CACHE_MS,
    dotfiles: 'allow',
  })
  if (sent.type === 'error' && sent.statusCode !== 416) throw new AppError('not_found')
  const cached = (sent.headers['Cache-Control'] ?? '').replace('public', 'private')
  return reply
    .code(sent.statusCode)
    .headers({ ...sent.headers, ...(cached ? { 'Cache-Control': cached } : {}) })
    .type(file.contentType)
    .send(sent.stream)
}
