import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { inOneTrip, type Statement } from '#server/db/one-trip.ts'
import { createPool } from '#server/db/pool.ts'

/** The limit for a page: Fastify and pg and nothing else, the same statements with the same values, rows as JSON. */
const pages = JSON.parse(readFileSync(process.env.PAGES ?? '', 'utf8')) as Statement[][]
const pool = createPool({ connectionString: process.env.DATABASE_URL ?? '', max: 10, applicationName: 'bare' })
const app = Fastify()

app.get('/readyz', async () => ({ status: 'ready' }))
app.get<{ Params: { number: string } }>('/page/:number', async (request) => {
  const answers = await inOneTrip(pool, pages[Number(request.params.number)] ?? [])
  return answers.at(-1)
})

process.once('SIGINT', async () => {
  await app.close()
  await pool.end()
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
