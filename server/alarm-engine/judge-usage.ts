import { sql } from 'kysely'
import { noticeKindFor } from '#domain/alarms.ts'
import type { Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { AlarmBook } from './alarm-book.ts'
import { type NewNotice, writeNotices } from './write-notices.ts'

/** Usage that was added to a SIM's sums. */
export interface UsageTouched {
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
  /** of the cycle to which it was added */
  readonly cycleStart: Day
  readonly dataBytes: number
}

/**
 * Says what alarms have to say of SIMs whose usage has grown, in the transaction that wrote the sums: what was counted is judged,
 * and what is lost is counted and judged anew.
 * @param touched as often as there were days
 * @param now when the usage came; what belongs to a cycle that was over by then never fires
 */
export type JudgeUsage = (trx: DatabaseTransaction, touched: readonly UsageTouched[], now: Date) => Promise<void>

/** Judges by the alarms of the database, which it keeps in memory while none has changed. */
export function createJudge(warningPercent: number): JudgeUsage {
  const book = new AlarmBook(warningPercent)
  return async (trx, touched, now) => {
    await book.refresh(trx, now.getTime())
    if (book.isEmpty) return
    const watched = watchedOf(book, touched, now)
    if (watched.length === 0) return
    const used = await usedInCycle(trx, watched)
    const notices = watched.flatMap((sim, index) => noticesOf(book, sim, used[index] ?? 0))
    await writeNotices(trx, notices, { now, warningPercent })
  }
}

/** SIMs that an alarm watches, each once, and only with what belongs to the cycle that runs. */
function watchedOf(book: AlarmBook, touched: readonly UsageTouched[], now: Date): UsageTouched[] {
  const cycles = new Map<number, Day | undefined>()
  const sims = new Map<string, UsageTouched>()
  for (const one of touched) {
    const { companyId, planCode, iccid, cycleStart, dataBytes } = one
    if (dataBytes <= 0 || book.alarmsOf(companyId, planCode).length === 0) continue
    if (!cycles.has(companyId)) cycles.set(companyId, book.cycleStartOf(companyId, now))
    if (cycles.get(companyId) === cycleStart) sims.set(`${companyId} ${iccid}`, one)
  }
  return [...sims.values()]
}

/** What each SIM has used in its cycle, bytes, in the given order. */
async function usedInCycle(trx: DatabaseTransaction, sims: readonly UsageTouched[]): Promise<number[]> {
  const { rows } = await sql<{ used: number }>`
    SELECT (
      SELECT coalesce(sum(u.data_bytes), 0)::float8 FROM usage_days u
      WHERE u.company_id = w.company_id AND u.iccid = w.iccid COLLATE "C" AND u.day >= w.cycle_start
    ) AS used
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[],
      ${sims.map(({ cycleStart }) => cycleStart)}::date[]) WITH ORDINALITY AS w(company_id, iccid, cycle_start, n)
    ORDER BY w.n`.execute(trx)
  return rows.map(({ used }) => used)
}

function noticesOf(book: AlarmBook, { companyId, planCode, iccid, cycleStart }: UsageTouched, usedBytes: number): NewNotice[] {
  const notices: NewNotice[] = []
  for (const alarm of book.alarmsOf(companyId, planCode)) {
    if (usedBytes < book.firstBytesOf(alarm)) break
    const kind = noticeKindFor(usedBytes, alarm.limitMb, book.warningPercent)
    if (kind) notices.push({ alarm, iccid, cycleStart, kind, usedBytes })
  }
  return notices
}
