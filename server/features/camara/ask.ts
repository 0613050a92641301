import type { Call, CallArguments, CallData } from '#contract/call.ts'
import type { Envelope, ErrorCode } from '#contract/envelope.ts'
import type { RowOf } from '#contract/list-codec.ts'
import { globalSearch, type simList } from '#contract/sims/sims.calls.ts'
import type { KeyCaller } from '#server/http/api-key.ts'
import { callWithin, type InnerArguments, type InnerServer } from '#server/http/inner-calls.ts'
import { type CamaraFailure, failures } from './failure.ts'

/** Makes calls of the API as an API key, through all of its guards. What these refuse is a CamaraFailure. */
export interface AskPortal {
  /** @throws CamaraFailure */
  data<C extends Call>(call: C, args: CallArguments<C>): Promise<CallData<C>>
  /** SIMs that have a text, the best matches first. @throws CamaraFailure */
  sims(text: string): Promise<RowOf<typeof simList>[]>
}

/** What the API's refusals are in CAMARA's words; of a change, not applicable means that the SIM does not allow it now. */
const REFUSALS: Partial<Record<ErrorCode, () => CamaraFailure>> = {
  not_found: failures.identifierNotFound,
  not_allowed: failures.permissionDenied,
  company_blocked: failures.permissionDenied,
  conflict: failures.notApplicable,
  transition_not_allowed: failures.notApplicable,
  type_not_editable: failures.notApplicable,
  operation_open: failures.notApplicable,
  network_refused: failures.notApplicable,
  unavailable: failures.unavailable,
}

export function askPortalAs(server: InnerServer, caller: KeyCaller, address: string): AskPortal {
  const ask = async (call: Call, args: InnerArguments): Promise<unknown> => {
    const response = await callWithin(server, caller, { address, language: 'en' }, call, args)
    const { status, code, data, error } = response.json<Envelope<unknown>>()
    if (status) return data
    const refusal = code && REFUSALS[code]
    if (!refusal) throw new Error(`${call.path} is refused: ${code}, ${error}`)
    throw refusal()
  }
  return {
    data: async <C extends Call>(call: C, args: CallArguments<C>) => (await ask(call, args as InnerArguments)) as CallData<C>,
    sims: async (text) => {
      const [names = [], ...rows] = (await ask(globalSearch, { params: { text } })) as unknown[][]
      const objects = rows.map((row) => Object.fromEntries(names.map((name, n) => [name, row[n]])))
      return objects as RowOf<typeof simList>[]
    },
  }
}
