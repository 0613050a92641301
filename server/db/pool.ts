import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082

const arrayAsIs: (value: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY as number, 'text')

/** What rows look like in JavaScript: bigint as number (all of ours stay below 2^53), date as 'YYYY-MM-DD'. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === INT8_ARRAY) return (value: string) => arrayAsIs(value).map(Number)
    if (oid === DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

export interface PoolOptions {
  connectionString: string
  max: number
  applicationName?: string
  connectionTimeoutMs?: number
}

const OPTIONS = '-c TimeZone=UTC -c DateStyle=ISO,YMD -c max_parallel_workers_per_gather=0'

/** The connection string with settings of the session beside those that it has. */
function withOptions(connectionString: string, options: string): string {
  const [address, query = ''] = connectionString.split('?')
  const parameters = new URLSearchParams(query)
  const given = parameters.get('options') ?? ''
  if (!given.includes(options)) parameters.set('options', `${given} ${options}`.trim())
  return `${address}?${parameters}`
}

/** The same database with a schema's tables before the catalogue's. */
export const inSchema = (connectionString: string, schema: string): string =>
  withOptions(connectionString, `-c search_path=${schema},public`)

/**
 * Times are printed in UTC and ISO 8601, whatever the server's own settings. No request takes more than its one core: the others
 * would wait, and starting helpers takes longer (5 ms) than most statements.
 */
export function createPool({
  connectionString,
  max,
  applicationName = 'enlace',
  connectionTimeoutMs = 10_000,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withOptions(connectionString, OPTIONS),
    max,
    types,
    application_name: applicationName,
    connectionTimeoutMillis: connectionTimeoutMs,
  })
  // an idle connection that the server ends is replaced at the next use; without a listener it would end the process
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
