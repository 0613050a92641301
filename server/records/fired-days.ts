import { type RawBuilder, sql } from 'kysely'
import { FIRED_DAYS } from '#domain/fired-days.ts'

/**
 * How often an alarm or a rule fired on each of the last FIRED_DAYS days of its company, the oldest first: '0,0,3'. It is summed from the
 * hours that the bell shows: for each at most 24 rows a day and kind, by their primary key, however many SIMs it fired for.
 * @param isOwn chooses the rows of one alarm or rule among the hours `h`
 * @param timeZone of the company
 */
export const firedByDay = (
  table: 'alarm_hours' | 'rule_hours',
  isOwn: RawBuilder<unknown>,
  timeZone: RawBuilder<unknown>,
  now: Date,
): RawBuilder<string> => sql<string>`(
  SELECT string_agg(coalesce(f.sims, 0)::text, ',' ORDER BY d.ago DESC) FROM generate_series(0, ${sql.lit(FIRED_DAYS - 1)}) AS d(ago)
  LEFT JOIN (
    SELECT (${now}::timestamptz AT TIME ZONE ${timeZone})::date - (h.at AT TIME ZONE ${timeZone})::date AS ago, sum(h.sims) AS sims
    FROM ${sql.table(table)} h
    WHERE ${isOwn} AND h.hour > ${now}::timestamptz - make_interval(days => ${sql.lit(FIRED_DAYS + 1)}) GROUP BY 1
  ) f ON f.ago = d.ago)`
