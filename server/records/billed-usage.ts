import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { BillingCycle } from '#domain/billing-cycle.ts'
import type { BillingBasis } from '#domain/rating/billing-basis.ts'
import type { SimCycleUsage } from '#domain/rating/overage.ts'
import { daysBefore } from '#domain/time.ts'
import { CopyBuffer } from '../db/copy-into.ts'
import type { Database } from '../db/database.ts'
import { copyRows } from '../db/raw-rows.ts'
import { splitRows } from './split-rows.ts'

/** What a SIM used in a cycle that is invoiced, without what arrived too late for the invoice, and as what it was charged. */
export interface BilledUsage {
  readonly iccid: string
  readonly kind: BillingBasis['kind']
  readonly usage: SimCycleUsage
}

const COLUMNS = sql.raw('iccid, kind, data_bytes, sms, voice_seconds')
export const BILLED_USAGE = 'billed_usage (company_id, cycle_start, iccid, kind, data_bytes, sms, voice_seconds)'
/** Each write ends the COPY of the lines and the next one begins it again: some fifty times for a million SIMs. */
const CHUNK_CHARACTERS = 1 << 20

interface WriterOptions {
  readonly companyId: number
  readonly cycle: BillingCycle
  readonly write: (text: string) => Promise<void>
}

/** Encodes billed usage for COPY. */
export class BilledUsageWriter extends CopyBuffer {
  readonly #head: string

  constructor({ companyId, cycle, write }: WriterOptions) {
    super(write, CHUNK_CHARACTERS)
    this.#head = `${companyId}\t${cycle.start}`
  }

  addSim({ iccid, kind, usage: { dataBytes, sms, voiceSeconds } }: BilledUsage): void {
    this.add(`${this.#head}\t${iccid}\t${kind}\t${dataBytes}\t${sms}\t${voiceSeconds}\n`)
  }
}

interface CycleOfCompany {
  readonly companyId: number
  readonly cycle: BillingCycle
}

/** Whether a cycle's usage was kept: not before its invoices are issued, nor of one in which nothing was charged. */
export async function hasBilledUsage(db: Database, { companyId, cycle }: CycleOfCompany): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM billed_usage WHERE company_id = ${companyId} AND cycle_start = ${cycle.start} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The charged SIMs of a company's cycle in ICCID order, some thousands at a time. */
export async function* billedUsage(
  { pool, db }: { pool: Pool; db: Database },
  { companyId, cycle }: CycleOfCompany,
): AsyncGenerator<BilledUsage[]> {
  const stream = await copyRows(
    pool,
    db,
    sql`SELECT ${COLUMNS} FROM billed_usage WHERE company_id = ${companyId} AND cycle_start = ${cycle.start} ORDER BY iccid`,
    ["work_mem = '64MB'", 'jit = off'],
  )
  for await (const rows of splitRows(stream)) yield rows.map(usageOf)
}

const usageOf = ([iccid = '', kind, dataBytes, sms, voiceSeconds]: string[]): BilledUsage => ({
  iccid,
  kind: kind === 'hibernated' ? kind : 'billable',
  usage: { dataBytes: Number(dataBytes), sms: Number(sms), voiceSeconds: Number(voiceSeconds) },
})

/** Twelve cycles before the running one, the most that advice reads. */
const RETENTION_DAYS = 13 * 31

export async function deleteOldBilledUsage(db: Database, now: Date): Promise<void> {
  const oldest = daysBefore(now, RETENTION_DAYS).toISOString().slice(0, 10)
  await sql`DELETE FROM billed_usage WHERE cycle_start < ${oldest}`.execute(db)
}
