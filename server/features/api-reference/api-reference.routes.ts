import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languageFor } from '#domain/languages.ts'
import { sendKept } from './kept-answers.ts'

/** Scripts and styles from us alone, nothing inline; nobody may put it into a frame. */
const POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'"],
  ...["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"],
].join('; ')

const asked = z.object({ lang: z.enum(['es', 'en']).optional().catch(undefined) })

/**
 * What tells about the API: the contract as a document, and a page to read. Everybody may see both, without any key; they say nothing
 * that is not the same for all, so they are no calls of the contract.
 */
export function registerApiReference(app: FastifyInstance): void {
  app.get('/api/openapi.json', async (request, reply) => sendKept('openapi.json', request, reply))
  app.get('/api/docs', async (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = asked.parse(request.query)
    const language = lang ?? languageFor(request.headers['accept-language'])
    reply.headers({ 'content-security-policy': POLICY, vary: 'accept-encoding, accept-language' })
    return sendKept(`page.${language}`, request, reply)
  })
  for (const file of ['reference.css', 'reference.js', 'first-paint.js', 'inter-latin.woff2'] as const) {
    app.get(`/api/docs/${file}`, async (request, reply) => sendKept(file, request, reply))
  }
}
