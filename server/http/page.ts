import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'
import type { Config } from '../config.ts'
import { type PageDocument, pageDocument, sendPage } from './page-document.ts'

/** Where `npm run build` puts the page. */
export const PAGE_DIR = join(import.meta.dirname, '../../dist/web')

/**
 * Serves the built page. Assets have a hash in their name and are cached for a year; the document is revalidated each time. Any
 * other path is a screen of the page (history mode), except below /api, where it is an unknown call.
 * @param folder of the build; without one only the API is served
 */
export async function servePage(app: FastifyInstance, config: Config, folder = PAGE_DIR): Promise<void> {
  const document = existsSync(join(folder, 'index.html'))
    ? await pageDocument(await readFile(join(folder, 'index.html'), 'utf8'), config)
    : undefined
  if (document) await serveFiles(app, folder, document)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isScreen = isRead && !/^\/(api|assets|oauth|mcp|camara|\.well-known)(\/|$)/.test(path)
    if (!isScreen || !document) throw new AppError('not_found')
    return sendPage(document, request, reply)
  })
}

async function serveFiles(app: FastifyInstance, folder: string, document: PageDocument): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['index.html*'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const kept = path.includes(join(folder, 'assets'))
      reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', async (request, reply) => sendPage(document, request, reply))
}
