import { z } from 'zod'
import { MINUTE_MS } from '#domain/time.ts'
import type { RequestContext } from '#server/context.ts'
import { clearCookie, type Http, readCookie, setCookie } from '#server/http/cookies.ts'
import { SecretUnreadable } from '#server/secrets/secret-box.ts'
import { type Handshake, SignOnError } from './provider.ts'

const COOKIE = 'enlace_sign_on'
const SEAL_CONTEXT = 'sign-on-handshake'
/** Time to sign on at the provider, including its second factor. */
const LIFETIME_MS = 10 * MINUTE_MS

const kept = z.object({
  companyId: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** the page to open afterwards */
  to: z.string(),
  until: z.number(),
})

export interface StartedSignOn {
  readonly handshake: Handshake
  readonly to: string
}

/** Stores the handshake sealed in a cookie: another browser cannot finish this sign-on. */
export function storeHandshake(ctx: RequestContext, { handshake, to }: StartedSignOn, http: Http): void {
  const sealed = ctx.secrets.seal(JSON.stringify({ ...handshake, to, until: ctx.now.getTime() + LIFETIME_MS }), SEAL_CONTEXT)
  setCookie(ctx, http, { name: COOKIE, value: sealed, maxAgeS: LIFETIME_MS / 1000 })
}

/**
 * Reads and clears it; it serves once.
 * @throws SignOnError expired
 */
export function takeHandshake(ctx: RequestContext, http: Http): StartedSignOn {
  const sealed = readCookie(ctx, http.request, COOKIE)
  clearCookie(ctx, http, COOKIE)
  if (!sealed) throw new SignOnError('expired')
  try {
    const { to, until, ...handshake } = kept.parse(JSON.parse(ctx.secrets.open(sealed, SEAL_CONTEXT)))
    if (until < ctx.now.getTime()) throw new SignOnError('expired')
    return { handshake, to }
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new SignOnError('expired', error)
    throw error
  }
}
