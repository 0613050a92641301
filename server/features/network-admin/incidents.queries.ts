import { sql } from 'kysely'
import type { NetworkData } from '#contract/network-admin/networks.calls.ts'
import type { Ctx } from '#server/context.ts'

type Incident = NetworkData['incidents'][number]

/** Incidents shown per network. */
const MAX_INCIDENTS = 10

interface Row {
  readonly networkId: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly isOutage: boolean
  readonly failurePercent: number
}

/** The last incidents of each network, newest first. */
export async function readIncidents({ db }: Pick<Ctx, 'db'>): Promise<Map<string, Incident[]>> {
  const { rows } = await sql<Row>`
    SELECT n.network_id AS "networkId", i.started_at AS "startedAt", i.ended_at AS "endedAt", i.worst_status = 0 AS "isOutage",
      i.worst_failure_percent AS "failurePercent"
    FROM networks n CROSS JOIN LATERAL (
      SELECT * FROM network_incidents i WHERE i.network_id = n.network_id ORDER BY i.started_at DESC LIMIT ${MAX_INCIDENTS}
    ) i ORDER BY 1, i.started_at DESC`.execute(db)
  const byNetwork = Map.groupBy(rows, ({ networkId }) => networkId)
  return new Map([...byNetwork].map(([networkId, incidents]) => [networkId, incidents.map(asData)]))
}

const asData = ({ startedAt, endedAt, isOutage, failurePercent }: Row): Incident => ({
  startedAt: startedAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  isOutage,
  failurePercent,
})
