import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { freeTcpPort } from '#test/free-port.ts'
import { eventually, type Program, startAsPostgres } from './programs.ts'

const HA = join(import.meta.dirname, '../ha')
const [SUPERUSER, REPLICATION, OWNER] = ['Hg7superuser', 'Hg7replication', 'Hg7portal']
const START_TIMEOUT_MS = 90_000

/** A PostgreSQL under its Patroni: one machine. */
export interface DatabaseNode {
  readonly name: string
  readonly port: number
  readonly status: number
  /** as a machine that loses its power */
  readonly loseMachine: () => Promise<void>
  /** PostgreSQL alone: its Patroni goes on */
  readonly killPostgres: () => Promise<void>
  /** starts a lost machine again */
  readonly start: () => void
  readonly printed: () => string
}

export interface DatabaseNodes {
  readonly nodes: readonly DatabaseNode[]
  /** through HAProxy: to the one that takes writes … */
  readonly primaryUrl: string
  /** … and to the other */
  readonly replicaUrl: string
  /** the node that leads, as Patroni answers */
  readonly leader: () => Promise<DatabaseNode>
  /** waits until a replica follows synchronously */
  readonly untilSynchronous: () => Promise<void>
  readonly close: () => Promise<void>
}

export function postgresPrograms(): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin`
}

/** Two nodes, etcd and HAProxy on this machine, with the files that the documentation recommends. */
export async function startDatabaseNodes(folder: string): Promise<DatabaseNodes> {
  const [etcdPort, peerPort] = [await freeTcpPort(), await freeTcpPort()]
  const [primaryPort, replicaPort] = [await freeTcpPort(), await freeTcpPort()]
  const programs: Program[] = []
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const start = (name: string, command: string[], env: Record<string, string>): Program => {
    const program = startAsPostgres(command, { env, log: join(folder, `${name}.log`) })
    programs.push(program)
    return program
  }
  start('etcd', ['etcd'], {
    ...{ ETCD_NAME: 'etcd1', ETCD_DATA_DIR: join(folder, 'etcd'), ETCD_INITIAL_CLUSTER: `etcd1=${peerUrl}` },
    ...{ ETCD_LISTEN_CLIENT_URLS: etcdUrl, ETCD_ADVERTISE_CLIENT_URLS: etcdUrl, ETCD_INITIAL_CLUSTER_STATE: 'new' },
    ...{ ETCD_LISTEN_PEER_URLS: peerUrl, ETCD_INITIAL_ADVERTISE_PEER_URLS: peerUrl },
  })
  await eventually(() => fetch(`${etcdUrl}/health`), START_TIMEOUT_MS)
  const openNode = async (name: string): Promise<DatabaseNode> => {
    const [port, status] = [await freeTcpPort(), await freeTcpPort()]
    const data = join(folder, name)
    const startNode = (): Program =>
      start(name, ['patroni', join(HA, 'patroni.yml')], {
        ...{ PATRONI_NAME: name, PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}` },
        ...{ PATRONI_RESTAPI_LISTEN: `127.0.0.1:${status}`, PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${status}` },
        ...{ PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`, PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}` },
        ...{ PATRONI_POSTGRESQL_DATA_DIR: data, PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms() },
        ...{ PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`) },
        ...{ PATRONI_SUPERUSER_USERNAME: 'postgres', PATRONI_SUPERUSER_PASSWORD: SUPERUSER },
        ...{ PATRONI_REPLICATION_USERNAME: 'replicator', PATRONI_REPLICATION_PASSWORD: REPLICATION },
      })
    let patroni = startNode()
    const killPostgres = async (): Promise<void> => {
      const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGKILL')
    }
    return {
      name,
      port,
      status,
      printed: () => patroni.printed(),
      killPostgres,
      loseMachine: async () => {
        await patroni.kill()
        await killPostgres()
      },
      start: () => {
        if (patroni.child.signalCode !== null) patroni = startNode()
      },
    }
  }
  const first = await openNode('node1')
  const answersAt = async ({ status }: DatabaseNode, path: string): Promise<void> => {
    const { ok } = await fetch(`http://127.0.0.1:${status}${path}`)
    if (!ok) throw new Error(`${path} is not answered by 200`)
  }
  await eventually(() => answersAt(first, '/primary'), START_TIMEOUT_MS)
  const second = await openNode('node2')
  const nodes = [first, second]
  start('haproxy', ['haproxy', '-db', '-f', join(HA, 'haproxy.cfg')], {
    ...{ DATABASE_PRIMARY_BIND: `127.0.0.1:${primaryPort}`, DATABASE_REPLICA_BIND: `127.0.0.1:${replicaPort}` },
    ...{ NODE_1: `127.0.0.1:${first.port}`, NODE_1_STATUS: String(first.status) },
    ...{ NODE_2: `127.0.0.1:${second.port}`, NODE_2_STATUS: String(second.status) },
  })
  await eventually(async () => {
    const client = new Client({ connectionString: `postgres://postgres:${SUPERUSER}@127.0.0.1:${primaryPort}/postgres` })
    await client.connect()
    await client.query(`CREATE ROLE enlace LOGIN PASSWORD '${OWNER}'`)
    await client.query("CREATE DATABASE enlace OWNER enlace ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0")
    await client.end()
  }, START_TIMEOUT_MS)
  const leader = async (): Promise<DatabaseNode> => {
    const is = await Promise.all(
      nodes.map((node) =>
        answersAt(node, '/primary').then(
          () => true,
          () => false,
        ),
      ),
    )
    const found = nodes.find((_node, index) => is[index])
    if (!found) throw new Error('no node leads')
    return found
  }
  const untilSynchronous = (): Promise<void> =>
    eventually(async () => {
      await Promise.any(nodes.map((node) => answersAt(node, '/synchronous')))
    }, START_TIMEOUT_MS)
  return {
    nodes,
    primaryUrl: `postgres://enlace:${OWNER}@127.0.0.1:${primaryPort}/enlace`,
    replicaUrl: `postgres://enlace:${OWNER}@127.0.0.1:${replicaPort}/enlace`,
    leader,
    untilSynchronous,
    close: async () => {
      for (const node of nodes) await node.loseMachine().catch(() => undefined)
      for (const program of programs.toReversed()) await program.kill()
    },
  }
}
