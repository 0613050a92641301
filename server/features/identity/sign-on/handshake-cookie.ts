import { z } from 'zod'
import type { RequestContext } from '../../../context.ts'
import { clearCookie, type Http, readCookie, setCookie } from '../../../http/cookies.ts'
import { SecretUnreadable } from '../../../secrets/secret-box.ts'
import { type Handshake, SignOnError } from './provider.ts'

const COOKIE = 'enlace_sign_on'
const PLACE = 'sign-on-handshake'
/** Time to sign on at the provider, second factor and all. */
const LIFETIME_MS = 10 * 60_000

const kept = z.object({
  companyId: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** where in the page to go afterwards */
  to: z.string(),
  until: z.number(),
})

export interface BegunSignOn {
  readonly handshake: Handshake
  readonly to: string
}

/** Keeps what the sign-on is bound to in the browser, sealed: another browser can't end what this one has begun. */
export function keepHandshake(ctx: RequestContext, { handshake, to }: BegunSignOn, http: Http): void {
  const sealed = ctx.secrets.seal(JSON.stringify({ ...handshake, to, until: ctx.now.getTime() + LIFETIME_MS }), PLACE)
  setCookie(ctx, http, { name: COOKIE, value: sealed, maxAgeS: LIFETIME_MS / 1000 })
}

/** Takes it back; it serves once. @throws SignOnError expired */
export function takeHandshake(ctx: RequestContext, http: Http): BegunSignOn {
  const sealed = readCookie(ctx, http.request, COOKIE)
  clearCookie(ctx, http, COOKIE)
  if (!sealed) throw new SignOnError('expired')
  try {
    const { to, until, ...handshake } = kept.parse(JSON.parse(ctx.secrets.open(sealed, PLACE)))
    if (until < ctx.now.getTime()) throw new SignOnError('expired')
    return { handshake, to }
  } catch (error) {
    if (error instanceof SecretUnreadable) throw new SignOnError('expired', error)
    throw error
  }
}
