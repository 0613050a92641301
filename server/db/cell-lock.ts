import { type RawBuilder, sql } from 'kysely'

/** The key of an advisory lock that each cell has for itself, so that cells work side by side. */
export const cellLock = (name: string): RawBuilder<number> => sql`hashtext(current_schema() || ${`:enlace:${name}`})`
