import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Where `npm run build` puts the page. */
export const PAGE_DIR = join(import.meta.dirname, '../../dist/web')

/**
 * The built page. Assets carry a hash in their name and are kept for a year; index.html is asked for each time.
 * Any other path is a screen of the page (history mode), except below /api, where it is a call that does not exist.
 */
export async function servePage(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(PAGE_DIR, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: PAGE_DIR,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const kept = path.includes(`${join(PAGE_DIR, 'assets')}`)
        reply.header('cache-control', kept ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isScreen = request.method === 'GET' && !path.startsWith('/api') && !path.startsWith('/assets/')
    if (!isScreen || !built) throw new AppError('not_found')
    return reply.sendFile('index.html')
  })
}
