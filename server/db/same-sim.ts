import { type RawBuilder, sql } from 'kysely'

/**
 * That a row of `sims` is the SIM of another row, where many SIMs are looked up: by their ICC, which is unique, and their company is only
 * compared. With both as keys the planner takes the companies for equally large, and where most are small it reads all SIMs of the company
 * from an index by label or plan: 0.6 ms for each SIM of one with 40 000 in a fleet of 100 000, instead of 6 µs.
 * @param sim names a row of `sims`
 * @param key names a row with company_id and iccid
 */
export const isSameSim = (sim: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${sim}.iccid = ${key}.iccid COLLATE "C" AND (${sim}.company_id = ${key}.company_id) IS TRUE)`
