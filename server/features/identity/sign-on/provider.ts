import * as oidc from 'openid-client'
import type { SignOnFailure } from '#domain/sign-on.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { RequestContext } from '#server/context.ts'
import { clientSecretContext, type StoredSignOn } from './settings.queries.ts'

/** Time limit for a provider's answers, s. */
const TIMEOUT_S = 10
/** A provider's metadata and keys are loaded again after this long. */
const CACHE_MS = HOUR_MS
const CACHE_MAX = 100

/** A failed sign-on, with the reason for the user. */
export class SignOnError extends Error {
  override name = 'SignOnError'
  readonly failure: SignOnFailure
  constructor(failure: SignOnFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

interface CachedProvider {
  readonly configuration: Promise<oidc.Configuration>
  readonly until: number
}
const providers = new Map<string, CachedProvider>()

/**
 * A company's provider by its metadata (OpenID Connect Discovery). Signatures of ID tokens are checked also when they come directly
 * from it.
 * @throws SignOnError unreachable
 */
export async function openProvider(ctx: Pick<RequestContext, 'secrets'>, settings: StoredSignOn): Promise<oidc.Configuration> {
  const key = [settings.companyId, settings.issuer, settings.clientId, settings.sealedSecret].join(' ')
  const known = providers.get(key)
  if (known && known.until > Date.now()) return known.configuration
  if (providers.size >= CACHE_MAX) providers.clear()
  const secret = ctx.secrets.open(settings.sealedSecret, clientSecretContext(settings.companyId))
  const configuration = discover(settings, secret)
  providers.set(key, { configuration, until: Date.now() + CACHE_MS })
  try {
    return await configuration
  } catch (error) {
    providers.delete(key)
    throw new SignOnError('unreachable', error)
  }
}

async function discover({ issuer, clientId }: StoredSignOn, secret: string): Promise<oidc.Configuration> {
  const address = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks]
  // only on this machine: domain/sign-on.ts allows no other
  if (address.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
  return oidc.discovery(address, clientId, undefined, oidc.ClientSecretBasic(secret), { execute, timeout: TIMEOUT_S })
}

/** The secrets of a sign-on, sealed in a cookie of the browser that starts it. */
export interface Handshake {
  readonly companyId: number
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export const newHandshake = (companyId: number): Handshake => ({
  companyId,
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

/** The provider's authorization URL (authorization code with PKCE, RFC 7636). */
export async function addressAtProvider(
  configuration: oidc.Configuration,
  { state, nonce, verifier }: Handshake,
  returnAddress: string,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress,
    scope: 'openid email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
}

/** The identity reported by the provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  /** multiple factors were used (RFC 8176: `mfa`) */
  readonly isStrong: boolean
  /** the provider's session id (`sid`), if given */
  readonly session: string | undefined
}

/**
 * Reads the identity from the redirect back from the provider.
 * @throws SignOnError
 */
export async function identityFrom(
  configuration: oidc.Configuration,
  { state, nonce, verifier }: Handshake,
  cameBack: URL,
): Promise<Identity> {
  try {
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const tokens = await oidc.authorizationCodeGrant(configuration, cameBack, checks)
    const claims = tokens.claims()
    if (!claims) throw new SignOnError('invalid')
    const about = claims.email === undefined ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof about.email === 'string' ? about.email.toLowerCase() : undefined,
      isEmailVerified: about.email_verified === true,
      isStrong: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
      session: typeof claims.sid === 'string' ? claims.sid : undefined,
    }
  } catch (error) {
    if (error instanceof SignOnError) throw error
    throw new SignOnError(error instanceof oidc.AuthorizationResponseError ? 'refused' : 'invalid', error)
  }
}
