import type { Pool, PoolClient } from 'pg'

/** Tags of each SIM, and how they are spread: some that every second SIM has, some that one in eleven has, and rare ones. */
const SPREAD = [
  { name: 'common', tags: 16, ofSim: 8 },
  { name: 'middle', tags: 88, ofSim: 8 },
  { name: 'rare', tags: 380, ofSim: 4 },
] as const

export const TAG_SHARES = SPREAD.map(({ name }) => name)
export const tagName = (share: (typeof TAG_SHARES)[number], n: number): string => `${share} ${n}`
export const tagsOfShare = (share: (typeof TAG_SHARES)[number]): number => SPREAD.find(({ name }) => name === share)?.tags ?? 1

/** Each group has so many inside it, on three levels: 3 of the first, 9 of the second, 27 of the third. */
const BRANCHES = 3

/** The path of a group of a level, 1 to 3. */
export function groupPathAt(level: number, n: number): string {
  const names = Array.from({ length: level }, (_, index) => `g${Math.floor(n / BRANCHES ** (level - 1 - index)) % BRANCHES}`)
  return names.join('/')
}
export const groupsOfLevel = (level: number): number => BRANCHES ** level

async function insertGroups(client: PoolClient): Promise<void> {
  const paths = [1, 2, 3].flatMap((level) => Array.from({ length: groupsOfLevel(level) }, (_, n) => groupPathAt(level, n)))
  await client.query(
    `INSERT INTO tags (company_id, name, key, colour, is_group, created_at)
     SELECT company_id, path, '|' || replace(path, '/', '|'), 'grey', true, now()
     FROM (SELECT DISTINCT company_id FROM sims) c, unnest($1::text[]) path ORDER BY company_id, path`,
    [paths],
  )
  // a group of whatever level
  await client.query(
    `INSERT INTO sim_tags (company_id, iccid, place, tag_id)
     SELECT s.company_id, s.iccid, 0, first.tag_id + abs(hashtext(s.iccid)) % $1
     FROM sims s JOIN (SELECT company_id, min(tag_id) AS tag_id FROM tags WHERE is_group GROUP BY 1) first USING (company_id)
     ORDER BY s.company_id, s.iccid`,
    [paths.length],
  )
}

/** Gives each SIM of the fleet twenty tags and a group. Its keys are not checked while twenty million rows are written. */
export async function fillTags(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("SET session_replication_role = 'replica'")
    await client.query('DROP INDEX sim_tags_sim')
    for (const { name, tags, ofSim } of SPREAD) {
      const taken = SPREAD.slice(
        0,
        SPREAD.findIndex((one) => one.name === name),
      ).reduce((sum, one) => sum + one.ofSim, 0)
      await client.query(
        `INSERT INTO tags (company_id, name, key, colour, created_at)
         SELECT company_id, $1 || ' ' || n, $1 || ' ' || n, 'blue', now() FROM (SELECT DISTINCT company_id FROM sims) c, generate_series(0, $2 - 1) n
         ORDER BY company_id, n`,
        [name, tags],
      )
      // each SIM begins at a place of its own and takes every so many-th: no tag twice, and neighbours differ
      await client.query(
        `INSERT INTO sim_tags (company_id, iccid, place, tag_id)
         SELECT s.company_id, s.iccid, $1 + k, first.tag_id + (abs(hashtext(s.iccid)) + k * ($2 / $3)) % $2
         FROM sims s
         JOIN (SELECT company_id, min(tag_id) AS tag_id FROM tags WHERE name LIKE $4 || ' %' GROUP BY 1) first USING (company_id)
         CROSS JOIN generate_series(0, $3 - 1) k
         ORDER BY s.company_id, s.iccid, k`,
        [taken + 1, tags, ofSim, name],
      )
    }
    await insertGroups(client)
    await client.query('CREATE UNIQUE INDEX sim_tags_sim ON sim_tags (company_id, tag_id, iccid)')
    await client.query(
      `UPDATE tags t SET sims = c.sims FROM (SELECT company_id, tag_id, count(*) AS sims FROM sim_tags GROUP BY 1, 2) c
       WHERE c.company_id = t.company_id AND c.tag_id = t.tag_id`,
    )
    await client.query("SET session_replication_role = 'origin'")
    await client.query('VACUUM (ANALYZE) tags, sim_tags')
  } finally {
    client.release()
  }
}
