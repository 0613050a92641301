import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/locks/locks.calls.ts'
import type { Services } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import { setLockOfSim } from './lock-sim.commands.ts'
import { lockOfSim } from './sim-lock.queries.ts'

export function registerLocks(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getSimLock, (ctx, { params }) => lockOfSim(ctx, params.id))
  serve(app, services, calls.lockSim, (ctx, { params, body }) => setLockOfSim(ctx, params.id, body))
}
