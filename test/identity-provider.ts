import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface Account {
  readonly subject: string
  readonly email: string
  readonly isVerified?: boolean
  /** how the provider says that it has asked who it is */
  readonly amr?: readonly string[]
}

export interface IdentityProvider {
  readonly issuer: string
  /** who signs on when somebody comes; undefined: whoever comes says no */
  account: Account | undefined
  /** goes through the provider as a browser does, from the address to which a portal has sent it; where it is sent back to */
  visit(address: string): Promise<URL>
  close(): Promise<void>
}

export const CLIENT = { client_id: 'enlace', client_secret: 'a secret of the provider' }

const keys = (): object[] => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }]
}

/** A real OpenID provider (npm oidc-provider) with one client, at which people sign on without typing. */
export async function startIdentityProvider(returnAddress: string): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: IdentityProvider = {
    issuer,
    account: undefined,
    visit: (address) => visit(issuer, address),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [returnAddress] }],
    jwks: { keys: keys() },
    cookies: { keys: ['cookies of the test'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => {
      const { email = '', isVerified = true } = self.account ?? {}
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: isVerified }) }
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.client_id, accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const { account } = self
    const result = account
      ? { login: { accountId: account.subject, remember: false, ...(account.amr && { amr: [...account.amr] }) } }
      : { error: 'access_denied', error_description: 'not today' }
    provider.interactionFinished(request, response, result).catch((error: unknown) => response.destroy(error as Error))
  })
  return self
}

/** Follows redirects with cookies as long as they stay at the provider. */
async function visit(issuer: string, address: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = new URL(address)
  while (at.href.startsWith(issuer)) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${at} answered ${response.status}: ${await response.text()}`)
    at = new URL(location, at)
  }
  return at
}
