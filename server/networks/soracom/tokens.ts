import { authAnswer } from './answers.ts'
import type { Failed } from './outcome.ts'
import type { SoracomSettings } from './settings.ts'
import { exchange } from './transport.ts'

/** What lets requests in, until it expires. */
export interface Token {
  readonly kind: 'token'
  readonly headers: Readonly<Record<string, string>>
}

export interface Tokens {
  /** The token to go with; asks for one where there is none, once for all who want one at the same time. */
  readonly take: () => Promise<Token | Failed>
  /** The API no longer takes this one: the next who comes gets another. */
  readonly drop: (token: Token) => void
}

/** A token is renewed so long before its end: longer than a request can be on its way. */
const RENEW_BEFORE_MS = 60_000
/** A key that was refused is not tried again for so long: it will not get better, and an account can be locked. */
const REFUSED_FOR_MS = 30_000

interface Held {
  readonly of: string
  readonly answer: Token | Failed
  readonly until: number
}

/** Keeps the token of an account; it lives in this process alone and is written nowhere. */
export function createTokens(settings: () => SoracomSettings, clock: () => Date): Tokens {
  let held: Held | undefined
  let asking: { of: string; answer: Promise<Token | Failed> } | undefined

  const ask = async (given: SoracomSettings, of: string): Promise<Token | Failed> => {
    const answer = await authenticate(given)
    const now = clock().getTime()
    if (answer.kind === 'token') held = { of, answer, until: now + given.tokenSeconds * 1000 - RENEW_BEFORE_MS }
    else if (answer.kind === 'unsent' && answer.text.startsWith(KEY_REFUSED)) held = { of, answer, until: now + REFUSED_FOR_MS }
    return answer
  }
  return {
    take: async () => {
      const given = settings()
      const of = JSON.stringify([given.apiUrl, given.authKeyId, given.authKey])
      if (held?.of === of && clock().getTime() < held.until) return held.answer
      if (asking?.of === of) return asking.answer
      const mine = { of, answer: ask(given, of) }
      asking = mine
      try {
        return await mine.answer
      } finally {
        if (asking === mine) asking = undefined
      }
    },
    drop: (token) => {
      if (held?.answer === token) held = undefined
    },
  }
}

const KEY_REFUSED = 'the authentication key is not accepted'

/** Nobody's call waits alone for it, so nobody's giving up ends it. */
async function authenticate({ apiUrl, authKeyId, authKey, tokenSeconds }: SoracomSettings): Promise<Token | Failed> {
  const reply = await exchange({
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
