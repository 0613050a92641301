import { sql } from 'kysely'
import type { LineKind } from '#domain/rating/charge-line.ts'
import { documentNumber } from '#domain/rating/documents.ts'
import type { Database } from '#server/db/database.ts'
import { DOCUMENT_PARTIES, keepParties } from '#server/records/document-parties.ts'

export interface DocumentLine {
  /** '' for a pool */
  readonly iccid: string
  readonly kind: LineKind
  readonly plan_code: string
  readonly quantity: number
  readonly unit_minor: number
  /** bytes, by default none */
  readonly used?: number
  readonly included?: number
}

interface Wish {
  readonly companyId: number
  /** first day, and first day of the next one */
  readonly cycle: readonly [start: string, end: string]
  readonly currency: string
  readonly lines: readonly DocumentLine[]
  /** the day after the cycle by default */
  readonly issuedAt?: Date
  /** not issued: an estimate */
  readonly isOpen?: boolean
}

let last = 70_000_000

/** An invoice as billing leaves it behind, without the work: for what reads invoices. @returns its id */
export async function writeDocument(db: Database, wish: Wish): Promise<number> {
  const { companyId, cycle, currency, lines, isOpen = false } = wish
  const total = lines.reduce((sum, { quantity, unit_minor }) => sum + quantity * unit_minor, 0)
  const head = {
    ...{ company_id: companyId, cycle_start: cycle[0], cycle_end: cycle[1], currency, total_minor: total },
    ...{ state: 'open', kind: 'invoice', lines: lines.length },
    sims: new Set(lines.map(({ iccid }) => iccid).filter(Boolean)).size,
  }
  const { document_id } = await db.insertInto('charges').values(head).returning('document_id').executeTakeFirstOrThrow()
  if (lines.length > 0) await writeLines(db, { company_id: companyId, document_id }, wish)
  if (isOpen) return document_id
  last += 1
  const issuedAt = wish.issuedAt ?? new Date(`${cycle[1]}T12:00:00Z`)
  await sql`
    UPDATE charges c SET state = 'issued', document_number = ${documentNumber('invoice', last)}, issued_at = ${issuedAt},
      ${sql.raw(keepParties(`'${issuedAt.toISOString()}'`))}
    FROM (${sql.raw(DOCUMENT_PARTIES)}) p WHERE p.company_id = c.company_id AND c.document_id = ${document_id}`.execute(db)
  return document_id
}

async function writeLines(
  db: Database,
  key: { company_id: number; document_id: number },
  { cycle, lines }: Wish,
): Promise<void> {
  const rows = lines.map(({ used = 0, included = 0, ...line }, index) => ({
    ...{ ...key, ...line, used, included, line_no: index, usage_cycle: cycle[0] },
    amount_minor: line.quantity * line.unit_minor,
  }))
  await db.insertInto('charge_lines').values(rows).execute()
  const groups = Map.groupBy(rows, ({ plan_code, kind }) => `${plan_code} ${kind}`)
  const sums = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const add = (name: 'quantity' | 'amount_minor') => group.reduce((sum, row) => sum + row[name], 0)
    const { plan_code, kind } = first
    return { ...key, plan_code, kind, lines: group.length, quantity: add('quantity'), amount_minor: add('amount_minor') }
  })
  await db.insertInto('charge_sums').values(sums).execute()
}
