import type { NetworkInventoryRow, NetworkSim } from '../network-types.ts'
import { abortableDelay } from '../retry.ts'
import { type SoracomSim, simAnswer, simsAnswer } from './answers.ts'
import type { SoracomClient } from './client.ts'
import { networkFaultOf, type SoracomOutcome } from './outcome.ts'
import { inventoryRowOf, isIccid, soracomIccids } from './views.ts'

export type Signal = AbortSignal | undefined

export interface SimDirectory {
  /** Finds a SIM at Soracom and verifies that the answer is about it. */
  readonly find: (sim: NetworkSim, signal: Signal) => Promise<SoracomOutcome<SoracomSim>>
  /** Whether an answer is about the requested SIM. */
  readonly isAnswerFor: (sim: NetworkSim, answer: SoracomSim) => boolean
}

/**
 * Cached SIM ids that differ from the ICCID, such as eSIMs with another profile; further ones are searched for again.
 */
const MAX_CACHED = 20_000
const SIM_ID = /^[\w-]{1,64}$/

const NO_SUCH_SIM = { kind: 'refused', status: 404, code: '', text: 'no such SIM' } as const
const OTHER_SIM = { kind: 'unclear', why: 'half_answer', text: 'the answer is about another SIM' } as const

/** SIM ids are digits, or letters as in the document's examples; nothing else is put into a path. */
export const isSimId = (text: string): boolean => SIM_ID.test(text)

/** Creates the look-up of SIMs. Most have their ICCID as id; others are searched for once and cached. */
export function createSimDirectory(client: SoracomClient): SimDirectory {
  const names = new Map<string, string>()
  const cacheSimId = (iccid: string, simId: string): void => {
    const [oldest] = names.keys()
    if (names.size >= MAX_CACHED && oldest !== undefined) names.delete(oldest)
    names.set(iccid, simId)
  }
  const isAnswerFor = ({ iccid }: NetworkSim, answer: SoracomSim): boolean =>
    isSimId(answer.simId) && (soracomIccids(answer).includes(iccid) || names.get(iccid) === answer.simId)

  const search = async (sim: NetworkSim, signal: Signal): Promise<SoracomOutcome<SoracomSim>> => {
    const query = { iccid: sim.iccid, limit: 10 }
    const found = await client.send({ method: 'GET', path: ['query', 'sims'], query, answer: simsAnswer, signal })
    if (found.kind !== 'ok') return found
    // the search also matches parts of numbers
    const exact = found.body.filter((answer) => isAnswerFor(sim, answer))
    const [only] = exact
    if (!only || exact.length > 1) return NO_SUCH_SIM
    cacheSimId(sim.iccid, only.simId)
    return { kind: 'ok', body: only, next: '' }
  }
  return {
    isAnswerFor,
    find: async (sim, signal) => {
      if (!isIccid(sim.iccid)) return NO_SUCH_SIM
      const path = ['sims', names.get(sim.iccid) ?? sim.iccid]
      const found = await client.send({ method: 'GET', path, answer: simAnswer, signal })
      if (found.kind === 'refused' && found.status === 404) {
        names.delete(sim.iccid)
        return search(sim, signal)
      }
      return found.kind === 'ok' && !isAnswerFor(sim, found.body) ? OTHER_SIM : found
    },
  }
}

/** Attempts per page before the list fails. */
const MAX_ATTEMPTS = 4

/**
 * Reads all SIMs of the account, page by page. A pause requested by the API is waited for, because an interrupted list
 * starts from the beginning.
 * @throws NetworkFault
 */
export async function* pageSims(
  client: SoracomClient,
  pageSize: number,
  signal: Signal,
): AsyncGenerator<readonly SoracomSim[], void, void> {
  const seen = new Set<string>()
  for (let key = ''; ; ) {
    const page = await pageOf(client, { limit: pageSize, ...(key && { last_evaluated_key: key }) }, signal)
    yield page.body
    // a repeated key would loop
    if (page.next === '' || seen.has(page.next)) return
    seen.add(page.next)
    key = page.next
  }
}

async function pageOf(client: SoracomClient, query: Record<string, string | number>, signal: Signal) {
  for (let attempt = 1; ; attempt++) {
    const page = await client.send({ method: 'GET', path: ['sims'], query, answer: simsAnswer, signal })
    if (page.kind === 'ok') return page
    // an account without SIMs may answer this way (document, listSims)
    if (page.kind === 'refused' && page.status === 404 && !query.last_evaluated_key) return { body: [], next: '' }
    if (page.kind !== 'limited' || attempt === MAX_ATTEMPTS || signal?.aborted) throw networkFaultOf(page)
    await abortableDelay(client.retryAfterMs(), signal)
  }
}

/** Lists all SIMs that can be imported into the portal. @throws NetworkFault */
export async function* listInventory(
  client: SoracomClient,
  pageSize: number,
  signal: Signal,
): AsyncGenerator<readonly NetworkInventoryRow[], void, void> {
  for await (const page of pageSims(client, pageSize, signal)) yield page.flatMap((sim) => inventoryRowOf(sim) ?? [])
}
