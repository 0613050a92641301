import type { Pool } from 'pg'
import type { Cells } from '../cells/cells.ts'
import { combineSame } from '../cells/merge.ts'
import type { TablePlace } from '../db/table-places.ts'
import { formatMetric, type Sample } from './registry.ts'

interface DatabaseMetric {
  readonly help: string
  readonly label?: string
  /** where its tables are */
  readonly place: TablePlace
  readonly query: string
}

/** Metrics read from the database, by name; the same for every process. Each is a query for label and value over open work. */
const DATABASE_METRICS: Readonly<Record<string, DatabaseMetric>> = {
  enlace_operation_lines_open: {
    help: 'Lines of operations that are not done, by state.',
    label: 'state',
    place: 'cell',
    query: `SELECT state, sum(lines) FROM (
        SELECT pending, running FROM operations WHERE state IN ('scheduled', 'running', 'paused')
      ) o CROSS JOIN LATERAL (VALUES ('pending', pending), ('running', running)) AS l(state, lines) GROUP BY state`,
  },
  enlace_accounting_batches_waiting: {
    help: 'Batches of accounting messages that are not counted yet.',
    place: 'cell',
    query: `SELECT '', count(*) FROM usage_batches`,
  },
  enlace_accounting_oldest_seconds: {
    help: 'How long the oldest of them waits.',
    place: 'cell',
    query: `SELECT '', coalesce(extract(epoch FROM now() - min(received_at)), 0) FROM usage_batches`,
  },
  enlace_accounting_refused_total: {
    help: 'Accounting messages that were dropped, by reason.',
    label: 'reason',
    place: 'directory',
    query: 'SELECT reason, sum(times) FROM radius_refusals GROUP BY reason',
  },
  enlace_alarm_actions_waiting: {
    help: 'Alarms that fired and whose action was not asked for yet.',
    place: 'cell',
    query: `SELECT '', count(*) FROM alarm_notices WHERE action_due_at IS NOT NULL AND action = 'due'`,
  },
  enlace_alarm_action_oldest_seconds: {
    help: 'How long the oldest of them waits.',
    place: 'cell',
    query: `SELECT '', coalesce(extract(epoch FROM now() - min(at)), 0) FROM alarm_notices
      WHERE action_due_at IS NOT NULL AND action = 'due'`,
  },
  enlace_network_up: {
    help: 'Health of networks: 1 well, 0.5 failing in part, 0 closed.',
    label: 'network',
    place: 'directory',
    query: `SELECT network_id, CASE coalesce(override_status, status) WHEN 1 THEN 1 WHEN 2 THEN 0.5 ELSE 0 END FROM network_health`,
  },
  enlace_network_failure_ratio: {
    help: 'Part of the calls of the last five minutes that failed.',
    label: 'network',
    place: 'directory',
    query: 'SELECT network_id, failure_percent / 100.0 FROM network_health',
  },
  enlace_webhooks_waiting: {
    help: 'Webhook messages that are not delivered yet.',
    place: 'cell',
    query: `SELECT '', count(*) FROM webhook_messages WHERE state IN ('waiting', 'sending')`,
  },
  enlace_webhook_endpoints_failing: {
    help: 'Endpoints that are on and took nothing the last time.',
    place: 'directory',
    query: `SELECT '', count(*) FROM webhook_endpoints WHERE is_active AND failing_since IS NOT NULL`,
  },
  enlace_password_restores_waiting: {
    help: 'Requests to restore a password that are not answered yet.',
    place: 'directory',
    query: `SELECT '', count(*) FROM password_restores WHERE done_at IS NULL`,
  },
  enlace_mails_waiting: {
    help: 'Mails that are not sent yet.',
    place: 'cell',
    query: `SELECT '', count(*) FROM mails WHERE state IN ('queued', 'sending')`,
  },
}

/** A statement for all of a place. */
const statementOf = (place: TablePlace): string =>
  Object.entries(DATABASE_METRICS)
    .filter(([, metric]) => metric.place === place)
    .map(([name, { query }]) => `SELECT '${name}' AS name, q.label::text, q.value::float8 FROM (${query}) AS q(label, value)`)
    .join(' UNION ALL ')
const STATEMENTS = { cell: statementOf('cell'), directory: statementOf('directory') } as const

const QUERY_TIMEOUT_MS = 5_000

interface Row {
  readonly name: string
  readonly label: string
  readonly value: number
}

type MetricCells = Pick<Cells, 'all' | 'home' | 'refresh'>

/** Metrics of queued work and health; only `enlace_database_up` when the database is unreachable. */
export async function databaseMetrics(cells: MetricCells): Promise<string> {
  const rows = await readAll(cells).catch(() => undefined)
  const up = formatMetric({ name: 'enlace_database_up', help: 'Whether the database answers.' }, 'gauge', [[[], rows ? 1 : 0]])
  if (!rows) return up
  const printed = Object.entries(DATABASE_METRICS).map(([name, { help, label }]) => {
    const samples = rows.filter((row) => row.name === name).map((row): Sample => [label ? [row.label] : [], row.value])
    return formatMetric({ name, help, labels: label ? [label] : [] }, name.endsWith('_total') ? 'counter' : 'gauge', samples)
  })
  return up + printed.join('')
}

/** What the cells have together: the sum, of an age the greatest. */
async function readAll(cells: MetricCells): Promise<Row[]> {
  await cells.refresh()
  const { all, home } = cells
  const [directory, ...ofCells] = await Promise.all([
    read(home.pool, 'directory'),
    ...all.map(({ pool }) => read(pool, 'cell')),
  ])
  const rows = combineSame(
    ofCells,
    ({ name, label }) => `${name} ${label}`,
    (a, b) => ({ ...a, value: a.name.endsWith('_seconds') ? Math.max(a.value, b.value) : a.value + b.value }),
  )
  return [...rows, ...(directory ?? [])]
}

async function read(pool: Pool, place: keyof typeof STATEMENTS): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${QUERY_TIMEOUT_MS}`)
    const { rows } = await client.query<Row>(STATEMENTS[place])
    await client.query('COMMIT')
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}
