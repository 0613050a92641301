import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** A year, the host's subdomains too: OWASP ASVS 5.0, 3.4.1. */
const TRANSPORT = 'max-age=31536000; includeSubDomains'

/** What answers of the API may do in a browser that shows them: nothing. A worker's file would take it for its own policy. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  // links to elsewhere do not tell which SIM somebody looked at
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

/** Headers that every answer has. Whether people come by TLS is said by the configuration or by a proxy that is believed. */
export function sendStandardHeaders(app: FastifyInstance, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): void {
  const isPublicSecure = PUBLIC_URL?.startsWith('https:') === true
  app.addHook('onSend', async (request, reply) => {
    reply.headers(ALWAYS).header('x-request-id', request.id)
    if (request.url.startsWith('/api') && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', NOTHING)
    if (isPublicSecure || request.protocol === 'https') reply.header('strict-transport-security', TRANSPORT)
  })
}
