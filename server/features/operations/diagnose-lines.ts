import { sql } from 'kysely'
import { causeBeforeNetwork, type NetworkEvidence, type SilenceEvidence, silenceCause } from '#domain/silence-cause.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import { inconclusiveReason } from '#server/networks/inconclusive-reason.ts'
import { NetworkFault } from '#server/networks/network.ts'
import { type Administration, readAdministrations } from '#server/records/administrative-facts.ts'
import { failLine, networkContextOf, type WorkServices } from './before-sending.ts'
import type { OperationRow } from './operation-row.ts'
import { askAgainOutcome, type ClaimedLine, diagnosedOutcome, type LineOutcome, simKeysOf } from './outcomes.ts'
import { type LineResult, writeOutcomes } from './write-outcomes.ts'

/** A network that has failed for this long is down; until then a diagnosis waits for it. */
const DOWN_AFTER_MS = MINUTE_MS
/** Attempts for a SIM of which its network gives no answer while it answers for others. */
const MAX_ATTEMPTS = 3

export interface NetworkOutages {
  /** an administrator states that they do not work */
  readonly closed: ReadonlySet<string>
  /** they are off, closed, or have not answered for a minute */
  readonly down: ReadonlySet<string>
}

/** The networks that do not work at present. */
export async function networkOutages(db: Database, now: Date): Promise<NetworkOutages> {
  const since = new Date(now.getTime() - DOWN_AFTER_MS)
  const { rows } = await sql<{ network: string; isClosed: boolean }>`
    SELECT n.network_id AS network, coalesce(h.override_status = 0, false) AS "isClosed"
    FROM networks n LEFT JOIN network_health h ON h.network_id = n.network_id
    WHERE NOT n.enabled OR h.override_status = 0 OR h.failing_since <= ${since}`.execute(db)
  return {
    closed: new Set(rows.filter(({ isClosed }) => isClosed).map(({ network }) => network)),
    down: new Set(rows.map(({ network }) => network)),
  }
}

/** Finds the cause of each claimed line's silence. Networks are asked only for SIMs whose own rows do not explain it. */
export async function diagnoseLines(
  services: WorkServices,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  workerId: number,
): Promise<void> {
  const { db } = services
  const now = services.clock()
  const [rows, outages] = await Promise.all([readAdministrations({ db, now }, simKeysOf(claimed)), networkOutages(db, now)])
  const factsOf = new Map(rows.map((facts) => [facts.iccid, facts]))
  const diagnose = async (line: ClaimedLine): Promise<LineResult> => {
    return { claimed: line, outcome: await diagnoseLine(services, line, factsOf.get(line.iccid), outages) }
  }
  const written = await Promise.all(claimed.map(diagnose))
  await writeOutcomes(services, operation, written, { workerId, now: services.clock() })
}

async function diagnoseLine(
  services: WorkServices,
  claimed: ClaimedLine,
  administrative: Administration | undefined,
  outages: NetworkOutages,
): Promise<LineOutcome> {
  const now = services.clock()
  if (!administrative) return failLine('diagnose', claimed, now, 'status_changed', { retryable: false })
  const evidence: SilenceEvidence = { administrative, isNetworkClosed: outages.closed.has(claimed.network) }
  const known = causeBeforeNetwork(evidence)
  if (known) return diagnosedOutcome(claimed, known, now)
  const network = services.networks.find(claimed.network)
  const answer = await ask(network, claimed)
  const isSilent = answer === 'timeout' || answer === 'unreachable'
  if (network && isSilent && claimed.attempts < MAX_ATTEMPTS && !outages.down.has(claimed.network))
    return askAgainOutcome(claimed, networkContextOf(services, { kind: 'diagnose', parameters: {} }, network))
  return diagnosedOutcome(claimed, silenceCause(evidence, answer, now), services.clock())
}

async function ask(network: GuardedNetwork | undefined, { iccid, sim }: ClaimedLine): Promise<NetworkEvidence> {
  if (!network || !sim) return 'no_network'
  try {
    const { view, registration, dataSession } = await network.status({ iccid, imsi: sim.imsi, msisdn: sim.msisdn })
    return { state: view.state, registration, dataSession, imei: registration?.imei ?? '' }
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return inconclusiveReason(error)
  }
}
