import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageFor } from '#domain/languages.ts'
import { sendStaticFile } from './static-files.ts'

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
