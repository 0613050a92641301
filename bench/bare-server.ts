import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { createPool } from '#server/db/pool.ts'
import { runBare, type Trips } from './page-statement.ts'

/** The limit for a page: Fastify and pg and nothing else, the same statements with the same values, rows as JSON. */
const pages = JSON.parse(readFileSync(process.env.PAGES ?? '', 'utf8')) as Trips[]
const pool = createPool({ connectionString: process.env.DATABASE_URL ?? '', max: 10, applicationName: 'bare' })
const app = Fastify()

app.get('/readyz', async () => ({ status: 'ready' }))
app.get<{ Params: { number: string } }>('/page/:number', async (request) => {
  return runBare(pool, pages[Number(request.params.number)] ?? [])
})

process.once('SIGINT', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
