import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** A year, the host's subdomains too: OWASP ASVS 5.0, 3.4.1. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** Policy of API answers that a browser displays: nothing is allowed. A worker's script would apply it to the worker. */
const API_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'"

const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // links to other sites do not reveal which SIM was open
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

/** Sets the headers of every answer. Whether a client uses TLS comes from the configuration or a trusted proxy. */
export function sendStandardHeaders(app: FastifyInstance, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): void {
  const isPublicSecure = PUBLIC_URL?.startsWith('https:') === true
  app.addHook('onSend', async (request, reply) => {
    reply.headers(ALWAYS).header('x-request-id', request.id)
    if (request.url.startsWith('/api') && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', API_CONTENT_POLICY)
    if (isPublicSecure || request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY)
  })
}
