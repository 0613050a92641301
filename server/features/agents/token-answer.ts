import { MINUTE_MS } from '#domain/time.ts'

/** How long an access token is good. */
export const ACCESS_MS = 10 * MINUTE_MS

/** RFC 6749, section 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  /** of an agent's; a client with a secret asks anew */
  readonly refresh_token?: string
  readonly scope: string
}
