import { sql } from 'kysely'
import { BELL_NEW_DAYS, type BellKind, type BellRead } from '#domain/bell.ts'
import { daysBefore } from '#domain/time.ts'
import type { Ctx } from '#server/context.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { momentText } from '#server/db/iso-text.ts'

/** What one person has read, and does not want to see. */
export interface BellState extends BellRead {
  readonly offKinds: readonly BellKind[]
}

interface Row extends Omit<BellState, 'readTo'> {
  readonly userId: number
  readonly readTo: string | null
}

/** In the form of `momentText`. */
const momentOf = (date: Date): string => date.toISOString().replace('Z', '000+00:00')

/** A moment of a caller in that form, to the microsecond that its line has; nothing later than now can have been read. */
export function momentUpTo(text: string, now: Date): string {
  const moment = /^[\dT:-]+\.\d{6}\+00:00$/.test(text) ? text : momentOf(new Date(text))
  const latest = momentOf(now)
  return moment < latest ? moment : latest
}

const stateOf = (row: Row | undefined, now: Date): BellState => ({
  readTo: row?.readTo ?? momentOf(daysBefore(now, BELL_NEW_DAYS)),
  opened: row?.opened ?? {},
  offKinds: row?.offKinds ?? [],
})

/** The states of several people, in the order of `userIds`. */
export async function readStates(db: Database, userIds: readonly number[], now: Date): Promise<BellState[]> {
  const { rows } = await sql<Row>`
    SELECT user_id AS "userId", ${momentText(sql`read_to`)} AS "readTo", opened, off_kinds AS "offKinds"
    FROM bells WHERE user_id = ANY(${[...userIds]}::int[])`.execute(db)
  const byUser = new Map(rows.map((row) => [row.userId, row]))
  return userIds.map((userId) => stateOf(byUser.get(userId), now))
}

export async function readState(db: Database, userId: number, now: Date): Promise<BellState> {
  const [state = stateOf(undefined, now)] = await readStates(db, [userId], now)
  return state
}

/** Changes what a person has read; two changes at the same time follow each other. */
export async function changeRead(
  trx: DatabaseTransaction,
  userId: number,
  now: Date,
  change: (read: BellRead) => BellRead,
): Promise<void> {
  await sql`INSERT INTO bells (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`.execute(trx)
  const { rows } = await sql<Row>`
    SELECT user_id AS "userId", ${momentText(sql`read_to`)} AS "readTo", opened, off_kinds AS "offKinds"
    FROM bells WHERE user_id = ${userId} FOR UPDATE`.execute(trx)
  const { readTo, opened } = change(stateOf(rows[0], now))
  await sql`
    UPDATE bells SET read_to = ${readTo}::timestamptz, opened = ${JSON.stringify(opened)}::jsonb WHERE user_id = ${userId}`.execute(
    trx,
  )
}

/** Shows a kind of line in a person's bell, or does not. */
export async function setKind({ db, actor: { userId } }: Ctx, kind: BellKind, isOn: boolean): Promise<null> {
  await sql`
    INSERT INTO bells AS b (user_id, off_kinds) VALUES (${userId}, ${isOn ? [] : [kind]}::text[])
    ON CONFLICT (user_id) DO UPDATE
    SET off_kinds = array_remove(b.off_kinds, ${kind}) || excluded.off_kinds`.execute(db)
  return null
}
