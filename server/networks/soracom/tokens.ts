import { authAnswer } from './answers.ts'
import type { FailedRequest } from './outcome.ts'
import type { SoracomSettings } from './settings.ts'
import { sendHttp } from './transport.ts'

/** An API token with its request headers. */
export interface Token {
  readonly kind: 'token'
  readonly headers: Readonly<Record<string, string>>
}

export interface TokenCache {
  /** The current token; requests one when needed, once for concurrent callers. */
  readonly get: () => Promise<Token | FailedRequest>
  /** Discards a token that the API rejected. */
  readonly invalidate: (token: Token) => void
}

/** A token is renewed this long before it expires: longer than a request can take. */
const RENEW_BEFORE_MS = 60_000
/** A rejected key is not tried again for this time: retries would not help, and could lock the account. */
const REFUSAL_CACHE_MS = 30_000

interface CachedToken {
  readonly of: string
  readonly answer: Token | FailedRequest
  readonly until: number
}

/** Caches the token of an account in this process only; it is never stored. */
export function createTokenCache(settings: () => SoracomSettings, clock: () => Date): TokenCache {
  let cached: CachedToken | undefined
  let pending: { of: string; answer: Promise<Token | FailedRequest> } | undefined

  const request = async (current: SoracomSettings, of: string): Promise<Token | FailedRequest> => {
    const answer = await authenticate(current)
    const now = clock().getTime()
    if (answer.kind === 'token') cached = { of, answer, until: now + current.tokenSeconds * 1000 - RENEW_BEFORE_MS }
    else if (answer.kind === 'unsent' && answer.text.startsWith(KEY_REFUSED))
      cached = { of, answer, until: now + REFUSAL_CACHE_MS }
    return answer
  }
  return {
    get: async () => {
      const current = settings()
      const of = JSON.stringify([current.apiUrl, current.authKeyId, current.authKey])
      if (cached?.of === of && clock().getTime() < cached.until) return cached.answer
      if (pending?.of === of) return pending.answer
      const mine = { of, answer: request(current, of) }
      pending = mine
      try {
        return await mine.answer
      } finally {
        if (pending === mine) pending = undefined
      }
    },
    invalidate: (token) => {
      if (cached?.answer === token) cached = undefined
    },
  }
}

const KEY_REFUSED = 'the authentication key is not accepted'

/** Shared by concurrent callers, so no caller's abort ends it. */
async function authenticate({ apiUrl, authKeyId, authKey, tokenSeconds }: SoracomSettings): Promise<Token | FailedRequest> {
  const reply = await sendHttp({
    method: 'POST',
    url: `${apiUrl}/auth`,
    headers: {},
    body: { authKeyId, authKey, tokenTimeoutSeconds: tokenSeconds },
    signal: undefined,
  })
  if (reply.kind !== 'reply') return { kind: 'unsent', text: reply.text }
  if (reply.status === 429) return { kind: 'limited', text: 'too many requests for a token' }
  const answer = authAnswer.safeParse(reply.json)
  if (reply.status === 200 && answer.success) {
    const { apiKey, token } = answer.data
    return { kind: 'token', headers: { 'x-soracom-api-key': apiKey, 'x-soracom-token': token } }
  }
  const isKey = reply.status === 400 || reply.status === 401 || reply.status === 403
  return { kind: 'unsent', text: isKey ? `${KEY_REFUSED} (HTTP ${reply.status})` : `no token (HTTP ${reply.status})` }
}
