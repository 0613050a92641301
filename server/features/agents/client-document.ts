import type { IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { RequestContext } from '#server/context.ts'
import { createAddressResolver, lookupOf } from '#server/outbound/public-addresses.ts'

/** Counted from the beginning of the DNS look-up, which is not cut off itself, to the last byte. */
const TIMEOUT_MS = 5_000
/** A description has a name and some addresses. */
const MAX_BYTES = 16 * 1024

/**
 * Reads the description of a client at the address that is its id.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document-00
 * @throws BlockedAddress when it is in no public network: the portal is no way to private addresses
 */
export async function readDocument({ config }: Pick<RequestContext, 'config'>, clientId: string): Promise<unknown> {
  const url = new URL(clientId)
  if (url.href !== clientId || url.pathname === '/' || url.hash || url.username || url.password)
    throw new Error('the address of a description has a path, and neither fragment nor credentials')
  const document: unknown = JSON.parse(await readText(url, config.WEBHOOK_NETWORKS))
  if ((document as { client_id?: unknown } | null)?.client_id !== clientId)
    throw new Error('the description is of another client')
  return document
}

async function readText(url: URL, networks: readonly string[] | undefined): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const lookup = lookupOf(await createAddressResolver(networks)(url))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'application/json', 'user-agent': 'Enlace' }
    const request = requestSecure(url, { agent: false, lookup, signal, headers })
    request.once('response', resolve)
    request.on('error', reject)
    request.end()
  })
  // redirects are not followed
  if (response.statusCode !== 200) throw new Error(`the description was answered with HTTP ${response.statusCode}`)
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('the description is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
