import type { NetworkInventoryRow, NetworkSim } from '../network-types.ts'
import { abortableDelay } from '../retry.ts'
import { type SoracomSim, simAnswer, simsAnswer } from './answers.ts'
import type { SoracomClient } from './client.ts'
import { faultOf, type Outcome } from './outcome.ts'
import { iccidsOf, inventoryRowOf, isIccid } from './views.ts'

export type Signal = AbortSignal | undefined

export interface Sims {
  /** A SIM as Soracom has it; what is answered speaks of this SIM and no other. */
  readonly find: (sim: NetworkSim, signal: Signal) => Promise<Outcome<SoracomSim>>
  /** Whether an answer speaks of the SIM that was asked about. */
  readonly isAbout: (sim: NetworkSim, answer: SoracomSim) => boolean
}

/** SIMs whose name there is not their ICCID, such as eSIMs under another profile; more of them are looked for again. */
const REMEMBERED = 20_000
const SIM_ID = /^[\w-]{1,64}$/

const NO_SUCH_SIM = { kind: 'refused', status: 404, code: '', text: 'no such SIM' } as const
const OTHER_SIM = { kind: 'unclear', why: 'half_answer', text: 'the answer speaks of another SIM' } as const

/** Their ids are digits, or letters as in the document's examples; nothing else goes into a path. */
export const isSimId = (text: string): boolean => SIM_ID.test(text)

/** Looks SIMs up. Most go by their ICCID; the others are searched for once and remembered. */
export function createSims(client: SoracomClient): Sims {
  const names = new Map<string, string>()
  const remember = (iccid: string, simId: string): void => {
    const [oldest] = names.keys()
    if (names.size >= REMEMBERED && oldest !== undefined) names.delete(oldest)
    names.set(iccid, simId)
  }
  const isAbout = ({ iccid }: NetworkSim, answer: SoracomSim): boolean =>
    isSimId(answer.simId) && (iccidsOf(answer).includes(iccid) || names.get(iccid) === answer.simId)

  const search = async (sim: NetworkSim, signal: Signal): Promise<Outcome<SoracomSim>> => {
    const query = { iccid: sim.iccid, limit: 10 }
    const found = await client.send({ method: 'GET', path: ['query', 'sims'], query, answer: simsAnswer, signal })
    if (found.kind !== 'ok') return found
    // the search finds parts of numbers as well
    const exact = found.body.filter((answer) => isAbout(sim, answer))
    const [only] = exact
    if (!only || exact.length > 1) return NO_SUCH_SIM
    remember(sim.iccid, only.simId)
    return { kind: 'ok', body: only, next: '' }
  }
  return {
    isAbout,
    find: async (sim, signal) => {
      if (!isIccid(sim.iccid)) return NO_SUCH_SIM
      const path = ['sims', names.get(sim.iccid) ?? sim.iccid]
      const found = await client.send({ method: 'GET', path, answer: simAnswer, signal })
      if (found.kind === 'refused' && found.status === 404) {
        names.delete(sim.iccid)
        return search(sim, signal)
      }
      return found.kind === 'ok' && !isAbout(sim, found.body) ? OTHER_SIM : found
    },
  }
}

/** Tries for one page before the list is given up. */
const TRIES = 4

/**
 * Every SIM of the account, page by page. A pause that the API asks for is waited for here, since a list that breaks off begins anew.
 * @throws NetworkFault
 */
export async function* walkSims(
  client: SoracomClient,
  pageSize: number,
  signal: Signal,
): AsyncGenerator<readonly SoracomSim[], void, void> {
  const seen = new Set<string>()
  for (let key = ''; ; ) {
    const page = await pageOf(client, { limit: pageSize, ...(key && { last_evaluated_key: key }) }, signal)
    yield page.body
    // a key that comes again would lead in a circle
    if (page.next === '' || seen.has(page.next)) return
    seen.add(page.next)
    key = page.next
  }
}

async function pageOf(client: SoracomClient, query: Record<string, string | number>, signal: Signal) {
  for (let attempt = 1; ; attempt++) {
    const page = await client.send({ method: 'GET', path: ['sims'], query, answer: simsAnswer, signal })
    if (page.kind === 'ok') return page
    // an account without SIMs may say so in this way (document, listSims)
    if (page.kind === 'refused' && page.status === 404 && !query.last_evaluated_key) return { body: [], next: '' }
    if (page.kind !== 'limited' || attempt === TRIES || signal?.aborted) throw faultOf(page)
    await abortableDelay(client.pauseMs(), signal)
  }
}

/** All that can be taken into the portal. @throws NetworkFault */
export async function* listSims(
  client: SoracomClient,
  pageSize: number,
  signal: Signal,
): AsyncGenerator<readonly NetworkInventoryRow[], void, void> {
  for await (const page of walkSims(client, pageSize, signal)) yield page.flatMap((sim) => inventoryRowOf(sim) ?? [])
}
