import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'
import { z } from 'zod'

/** An older token is rejected; used tokens are stored for longer. */
const MAX_AGE_S = 600
/** Tolerance for clock differences. */
const TOLERANCE_S = 60
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** No symmetric algorithms: every holder of the client's secret could make such tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** A logout at the provider: of one session, or of a user in all of them. */
export interface LogoutToken {
  readonly tokenId: string
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** The token is invalid; the sentence is for the provider's log. */
export class LogoutTokenError extends Error {
  override name = 'LogoutTokenError'
}

const claims = z
  .object({
    jti: z.string().min(1).max(300),
    sub: z.string().min(1).max(300).optional(),
    sid: z.string().min(1).max(250).optional(),
    events: z.object({ [EVENT]: z.looseObject({}) }),
    /** an ID token has a nonce, and must not be accepted as a logout token */
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, { error: 'neither sub nor sid' })

type Keys = ReturnType<typeof createRemoteJWKSet>
/** The provider's keys are loaded again when one is missing, and after ten minutes. */
const keysOf = new WeakMap<Configuration, Keys>()

function providerKeys(provider: Configuration): Keys {
  const known = keysOf.get(provider)
  if (known) return known
  const { jwks_uri } = provider.serverMetadata()
  if (!jwks_uri) throw new LogoutTokenError('the provider names no keys')
  const keys = createRemoteJWKSet(new URL(jwks_uri))
  keysOf.set(provider, keys)
  return keys
}

async function verified(provider: Configuration, token: string, now: Date): Promise<JWTPayload> {
  const { issuer } = provider.serverMetadata()
  const { client_id } = provider.clientMetadata()
  const { payload, protectedHeader } = await jwtVerify(token, providerKeys(provider), {
    issuer,
    audience: client_id,
    algorithms: ALGORITHMS,
    requiredClaims: ['iat'],
    maxTokenAge: MAX_AGE_S,
    clockTolerance: TOLERANCE_S,
    currentDate: now,
  })
  const type = protectedHeader.typ?.toLowerCase()
  if (type !== undefined && type !== 'jwt' && type !== 'logout+jwt') throw new LogoutTokenError('a token of another type')
  return payload
}

/**
 * Validates a logout token as its standard requires: signature, issuer, audience, age, event, no nonce. Reuse is checked elsewhere.
 * @throws LogoutTokenError
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation
 */
export async function readLogoutToken(provider: Configuration, token: string, now: Date): Promise<LogoutToken> {
  try {
    const { jti, sub, sid } = claims.parse(await verified(provider, token, now))
    return { tokenId: jti, subject: sub, session: sid }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new LogoutTokenError(error.code, { cause: error })
    if (error instanceof z.ZodError) throw new LogoutTokenError(z.prettifyError(error), { cause: error })
    throw error
  }
}
