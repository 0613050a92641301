import type { FastifyInstance } from 'fastify'
import type { Services } from '../context.ts'

/**
 * /healthz: the process answers. /readyz: the database answers too, and is migrated (the server listens only afterwards), and the
 * process is not about to stop.
 */
export function registerHealth(app: FastifyInstance, { pool }: Services, isStopping: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      const { rows } = await pool.query('SELECT max(version) AS version FROM schema_migrations')
      return { status: 'ready', schemaVersion: rows[0].version }
    } catch (error) {
      request.log.warn({ err: error }, 'database not reachable')
      return reply.code(503).send({ status: 'database not reachable' })
    }
  })
}
