import * as oidc from 'openid-client'
import type { SignOnFailure } from '#domain/sign-on.ts'
import type { RequestContext } from '../../../context.ts'
import { clientSecretPlace, type SignOnSettings } from './settings.queries.ts'

/** A provider that takes longer to answer is called silent, s. */
const TIMEOUT_S = 10
/** What a provider says of itself, and its keys, are asked for again after this long. */
const KEPT_MS = 3_600_000
const MOST_KEPT = 100

/** A sign-on that does not lead in, by a reason that the person is told. */
export class SignOnError extends Error {
  override name = 'SignOnError'
  readonly failure: SignOnFailure
  constructor(failure: SignOnFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

interface Kept {
  readonly configuration: Promise<oidc.Configuration>
  readonly until: number
}
const kept = new Map<string, Kept>()

/**
 * A company's provider as it describes itself (OpenID Connect Discovery). Its ID tokens are checked by signature also where they come
 * straight from it.
 * @throws SignOnError unreachable
 */
export async function openProvider(
  ctx: Pick<RequestContext, 'secrets'>,
  settings: SignOnSettings,
): Promise<oidc.Configuration> {
  const key = [settings.companyId, settings.issuer, settings.clientId, settings.sealedSecret].join(' ')
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.configuration
  if (kept.size >= MOST_KEPT) kept.clear()
  const secret = ctx.secrets.open(settings.sealedSecret, clientSecretPlace(settings.companyId))
  const configuration = discover(settings, secret)
  kept.set(key, { configuration, until: Date.now() + KEPT_MS })
  try {
    return await configuration
  } catch (error) {
    kept.delete(key)
    throw new SignOnError('unreachable', error)
  }
}

async function discover({ issuer, clientId }: SignOnSettings, secret: string): Promise<oidc.Configuration> {
  const address = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks]
  // only on this machine: domain/sign-on.ts lets no other in
  if (address.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
  return oidc.discovery(address, clientId, undefined, oidc.ClientSecretBasic(secret), { execute, timeout: TIMEOUT_S })
}

/** What a sign-on is bound to, kept sealed in a cookie of the browser that begins it. */
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

/** The address at the provider to which the browser goes (authorization code with PKCE, RFC 7636). */
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

/** Who has signed on, as the provider says. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  /** more than a password was asked for (RFC 8176: `mfa`) */
  readonly isStrong: boolean
  /** the provider's name for its session (`sid`), where it gives one */
  readonly session: string | undefined
}

/** Turns the address with which the browser came back into who it is. @throws SignOnError */
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
