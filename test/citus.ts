import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { distributionSteps } from '#server/cell-administration/distribute.ts'
import { administer, withDatabase } from './postgres-admin.ts'

interface Node {
  readonly host: string
  readonly port: number
  readonly isCoordinator: boolean
}

/** Connection strings of a cluster's nodes, the coordinator's first: the one that is given, and those that it has. */
export async function nodesOf(coordinatorUrl: string): Promise<string[]> {
  const { rows } = await query<Node>(
    coordinatorUrl,
    `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node ORDER BY groupid`,
  )
  return rows.map(({ host, port, isCoordinator }) => {
    const url = new URL(coordinatorUrl)
    if (!isCoordinator) Object.assign(url, { hostname: host, port: String(port) })
    return url.href
  })
}

async function query<Row extends object>(connectionString: string, text: string): Promise<{ rows: Row[] }> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}

/** The databases of a name on all nodes as one cluster. */
export async function joinNodes(nodeUrls: readonly string[], database: string): Promise<void> {
  const urls = nodeUrls.map((url) => withDatabase(url, database))
  for (const url of urls) await administer(url, 'CREATE EXTENSION citus')
  const [coordinator = '', ...workers] = urls
  const place = (url: string): string => `'${new URL(url).hostname}', ${new URL(url).port || 5432}`
  await administer(coordinator, `SELECT citus_set_coordinator_host(${place(coordinator)})`)
  for (const worker of workers) await administer(coordinator, `SELECT citus_add_node(${place(worker)})`)
}

/** Has the cells of a database placed. */
export async function distribute(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    for (const step of await distributionSteps(client)) await client.query(step)
  } finally {
    await client.end()
  }
}

/** Ends what a database is in use by, Citus' own process included, so that it can be copied. */
export async function closeTemplate(nodeUrls: readonly string[], database: string): Promise<void> {
  for (const url of nodeUrls) {
    await administer(url, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`)
    await administer(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
  }
  await sleep(1_000)
}
