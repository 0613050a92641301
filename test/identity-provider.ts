import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
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
  /** the account that signs on; undefined: the user declines */
  account: Account | undefined
  /** goes through the provider as a browser does, from the address to which a portal has sent it; where it is sent back to */
  visit(address: string): Promise<URL>
  /** logs an account out of one of its sessions, and notifies the portal (OpenID Connect Back-Channel Logout 1.0) */
  logOut(subject: string, session: string): Promise<void>
  /** sends a token to the portal; returns its HTTP status */
  portal: (address: string, form: string) => Promise<number>
  /** a token with the provider's own signature */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>
  close(): Promise<void>
}

export const CLIENT = { client_id: 'enlace', client_secret: 'a secret of the provider' }

const newKey = (): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' } as JWK
}

/** What the provider's clients can do beside what their types say. */
type LogsOut = { backchannelLogout(subject: string, session: string): Promise<void> }

const LOGOUT_ADDRESS = 'https://portal.test/sign-on/logout'

/** A real OpenID provider (npm oidc-provider) with one client, at which people sign on without typing. */
export async function startIdentityProvider(returnAddress: string): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = newKey()
  const self: IdentityProvider = {
    issuer,
    account: undefined,
    visit: (address) => visit(issuer, address),
    logOut: async (subject, session) => {
      const client = (await provider.Client.find(CLIENT.client_id)) as LogsOut | undefined
      await client?.backchannelLogout(subject, session)
    },
    portal: () => Promise.reject(new Error('no portal listens')),
    sign: async (claims, header) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', ...header }).sign(await importJWK(key, 'RS256')),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [returnAddress],
        backchannel_logout_uri: LOGOUT_ADDRESS,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] },
    // no socket: the test hands over what is sent
    fetch: async (address, options) => {
      const status = await self.portal(String(address), String(options?.body))
      return new Response(null, { status })
    },
    cookies: { keys: ['cookies of the test'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
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
