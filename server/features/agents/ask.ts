import type { Call } from '#contract/call.ts'
import type { Envelope } from '#contract/envelope.ts'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'
import type { Language } from '#domain/languages.ts'
import type { Permit } from '#domain/permits.ts'
import type { AgentCaller } from '#server/http/agent-token.ts'
import { callWithin, type InnerArguments, type InnerServer } from '#server/http/inner-calls.ts'
import { markForeign, markRows } from './foreign-text.ts'

/** The portal refused a call of an agent; the message is its code and its sentence. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string

  constructor(code: string, sentence: string) {
    super(`${code}: ${sentence}`)
    this.code = code
  }
}

/** Makes calls of the API as an agent; answers come with foreign texts marked. */
export interface Ask {
  readonly permits: readonly Permit[]
  readonly language: Language
  /** @throws Refused */
  data(call: Call, args?: InnerArguments): Promise<Record<string, unknown>>
  /** @throws Refused */
  rows(call: Call, args?: InnerArguments, columns?: readonly string[]): Promise<{ rows: object[]; nextCursor?: string }>
}

export function askAs(
  server: InnerServer,
  caller: AgentCaller,
  where: { readonly address: string; readonly language: Language },
): Ask {
  const envelopeOf = async (call: Call, args: InnerArguments) => {
    const response = await callWithin(server, caller, where, call, args)
    const envelope = response.json<Envelope<unknown>>()
    if (!envelope.status) throw new Refused(envelope.code ?? 'internal', refusalText(envelope))
    return { response, data: envelope.data }
  }
  return {
    permits: caller.actor.permits,
    language: where.language,
    data: async (call, args = {}) => markForeign(call.data, (await envelopeOf(call, args)).data) as Record<string, unknown>,
    rows: async (call, args = {}, columns) => {
      if (!call.list) throw new Error(`${call.path} answers no list`)
      const { response, data } = await envelopeOf(call, args)
      const nextCursor = response.headers[NEXT_CURSOR_HEADER]
      const rows = markRows(call.list, (data as unknown[][]).slice(1), columns)
      return { rows, ...(nextCursor === undefined ? {} : { nextCursor: String(nextCursor) }) }
    },
  }
}

const refusalText = ({ error, fields }: Envelope<unknown>): string =>
  [error, ...Object.entries(fields ?? {}).map(([field, sentence]) => `${field}: ${sentence}`)].join('\n')
