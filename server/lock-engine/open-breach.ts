import { type RawBuilder, sql } from 'kysely'
import type { LockKind } from '#domain/locks.ts'

/** Joins a SIM's open breach of a kind, under the kind's name. @param sim what has company_id and iccid */
export const openBreach = (kind: LockKind, sim: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  LEFT JOIN lock_breaches ${sql.ref(kind)} ON ${sql.ref(kind)}.company_id = ${sim}.company_id
    AND ${sql.ref(kind)}.iccid = ${sim}.iccid COLLATE "C" AND ${sql.ref(kind)}.kind = ${sql.lit(kind)} AND ${sql.ref(kind)}.ended_at IS NULL`
