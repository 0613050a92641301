import { type RawBuilder, sql } from 'kysely'

/** The label of the SIM of a row that names it by company and ICCID; '' when the company has it no more. */
export const simLabel = (row: 'f' | 'm' | 'n'): RawBuilder<unknown> => sql`
  coalesce((SELECT s.custom_field_1 FROM sims s WHERE s.company_id = ${sql.ref(`${row}.company_id`)} AND s.iccid = ${sql.ref(`${row}.iccid`)}), '')`
