import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import copyStreams from 'pg-copy-streams'
import { encodeLine } from '#contract/list-codec.ts'
import { splitStatements } from '#server/db/split-statements.ts'
import { hashPassword } from '#server/secrets/password-hash.ts'
import { ACTORS, BENCH_PASSWORD } from './actors.ts'
import { type BenchFleetSim, fleetSim } from './fleet-sims.ts'

const LINES_A_CHUNK = 1000

type Line = readonly (string | number | null)[]
interface Target {
  readonly table: string
  readonly columns: readonly string[]
  readonly line: (sim: BenchFleetSim, made: Date) => Line
}

const ago = (made: Date, seconds: number): string => new Date(made.getTime() - seconds * 1000).toISOString()
const dayOf = (made: Date): string => made.toISOString().slice(0, 10)

const SIMS: Target = {
  table: 'sims',
  columns: [
    ...['company_id', 'iccid', 'imsi', 'msisdn', 'imei', 'device', 'origin_id', 'sim_type_id', 'plan_code', 'apn_id'],
    ...['technical_status', 'administrative_status', 'status_since', 'activated_at'],
    ...['custom_field_1', 'custom_field_2', 'created_at'],
  ],
  line: (sim, made) => [
    ...[sim.companyId, sim.iccid, sim.imsi, sim.msisdn, sim.imei, sim.device, sim.originId, sim.simTypeId],
    ...[sim.planCode, sim.apnId, sim.status === 2 ? 4 : 1, sim.status, ago(made, sim.statusAgeS)],
    sim.activatedAgeS === undefined ? null : ago(made, sim.activatedAgeS),
    ...[sim.label, sim.route, ago(made, 100_000_000)],
  ],
}

const LIVE: Target = {
  table: 'sim_live',
  columns: [
    ...['company_id', 'iccid', 'gprs_status', 'ip', 'serving_network', 'usage_day', 'day_data_bytes'],
    ...['cycle_start', 'cycle_data_bytes', 'plan_percent', 'updated_at', 'registered_at', 'unusual_from'],
    ...['administrative_status', 'origin_id', 'sim_type_id', 'plan_code', 'apn_id', 'latitude', 'longitude', 'located_at'],
  ],
  line: (sim, made) => [
    ...[sim.companyId, sim.iccid, sim.gprsStatus, sim.ip, '730-02', dayOf(made), sim.dayBytes],
    ...[`${dayOf(made).slice(0, 7)}-01`, sim.cycleBytes, sim.percent, made.toISOString()],
    sim.seenAgeS === undefined ? null : ago(made, sim.seenAgeS),
    sim.unusualAgeS === undefined ? null : ago(made, sim.unusualAgeS),
    ...[sim.status, sim.originId, sim.simTypeId, sim.planCode, sim.apnId],
    ...(sim.seenAgeS === undefined
      ? [null, null, null]
      : [sim.position.latitude, sim.position.longitude, ago(made, sim.seenAgeS)]),
  ],
}

const REGISTRY: Target = { table: 'sim_registry', columns: ['iccid', 'company_id'], line: (sim) => [sim.iccid, sim.companyId] }

function* chunks(target: Target, count: number, made: Date): Generator<string> {
  let chunk = ''
  for (let n = 0; n < count; n++) {
    chunk += `${encodeLine(target.line(fleetSim(n, count), made))}\n`
    if (n % LINES_A_CHUNK === LINES_A_CHUNK - 1) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

async function copyIn(client: ClientBase, target: Target, count: number, made: Date): Promise<void> {
  const copy = client.query(copyStreams.from(`COPY ${target.table} (${target.columns.join(', ')}) FROM STDIN`))
  await pipeline(Readable.from(chunks(target, count, made)), copy)
}

async function run(client: ClientBase, file: string): Promise<void> {
  for (const statement of splitStatements(readFileSync(new URL(file, import.meta.url), 'utf8'))) await client.query(statement)
}

/**
 * Runs some writing with the tables' indexes taken away, the keys excepted, and makes them anew at its end: the fastest way to
 * have rows and indexes, for a database that is not in use.
 */
export async function withIndexesLast(
  client: ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
  note: (text: string) => void = () => undefined,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY($1::text[]::regclass[]) AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  await work()
  for (const { name, definition } of rows) {
    note(name)
    await client.query(definition)
  }
}

async function createUsers(client: ClientBase): Promise<void> {
  const hash = await hashPassword(BENCH_PASSWORD)
  for (const { email, companyId, isAdmin } of Object.values(ACTORS)) {
    await client.query(
      `INSERT INTO users (company_id, email, password_hash, name, permits, is_admin, can_hibernate)
       VALUES ($1, $2, $3, $2, '{sims,requests,hys,alarmas,sms_report,plans,users,companies}', $4, true)`,
      [companyId, email, hash, isAdmin],
    )
  }
}

/** Companies, plans and people of the fleet, without a SIM. */
export async function loadReferences(client: ClientBase): Promise<void> {
  await run(client, './references.sql')
  await createUsers(client)
}

/** Fills a migrated, empty database with the fleet: rows first, then the indexes, as a restored backup has them. */
export async function loadFleet(client: ClientBase, count: number, note: (text: string) => void): Promise<void> {
  const made = new Date()
  await loadReferences(client)
  // the rows are known to be whole: skips a look-up for each reference of each row
  await client.query('SET session_replication_role = replica')
  const write = async (): Promise<void> => {
    for (const target of [SIMS, LIVE, REGISTRY]) {
      note(target.table)
      await copyIn(client, target, count, made)
    }
    note('sim_texts')
    await run(client, './texts.sql')
    await run(client, './tallies.sql')
  }
  await withIndexesLast(client, ['sims', 'sim_live', 'sim_texts', 'sim_tallies'], write, note)
  await client.query('RESET session_replication_role')
  note('statistics')
  await client.query('VACUUM (FREEZE, ANALYZE)')
  await client.query('CHECKPOINT')
}
