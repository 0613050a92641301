import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#server/db/pool.ts'
import { startFleet } from './fleet/fleet-database.ts'
import { fillTags } from './tags-fill.ts'
const postgres = await startFleet()
const url = new URL(postgres.connectionString)
const fleet = url.pathname.slice(1)
url.pathname = '/template1'
const admin = createPool({ connectionString: url.href, max: 1 })
await admin.query('DROP DATABASE IF EXISTS tagged WITH (FORCE)')
await admin.query(`CREATE DATABASE tagged TEMPLATE "${fleet}" STRATEGY FILE_COPY`)
await admin.end()
url.pathname = '/tagged'
const pool = createPool({ connectionString: url.href, max: 2 })
await fillTags(pool)
await pool.end()
writeFileSync('/work/runs/tagdb.url', url.href)
console.log('ready')
await sleep(2 ** 31 - 1)
