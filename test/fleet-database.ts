import { createDatabase, type Database } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createFleet, type Fleet } from './fleet.ts'

export interface FleetDatabase extends TestDatabase, Fleet {
  readonly db: Database
}

/** A database of one's own with the small fleet in it, for what needs no server. */
export async function createFleetDatabase(now: Date): Promise<FleetDatabase> {
  const database = await createTestDatabase()
  const db = createDatabase(database.pool)
  return { ...database, ...(await createFleet(db, now)), db }
}
