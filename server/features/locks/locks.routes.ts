import type { FastifyInstance } from 'fastify'
import * as policyCalls from '#contract/locks/lock-policies.calls.ts'
import * as calls from '#contract/locks/locks.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { deletePolicy, setPolicy } from './lock-policies.commands.ts'
import { visiblePolicies } from './lock-policies.queries.ts'
import { setLockOfSim } from './lock-sim.commands.ts'
import { lockOfSim } from './sim-lock.queries.ts'

export function registerLocks(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getSimLock, (ctx, { params }) => lockOfSim(ctx, params.id))
  serve(app, services, calls.lockSim, (ctx, { params, body }) => setLockOfSim(ctx, params.id, body))
  serve(app, services, policyCalls.listLockPolicies, (ctx) => visiblePolicies(ctx))
  serve(app, services, policyCalls.setLockPolicy, (ctx, { body }) => setPolicy(ctx, body))
  serve(app, services, policyCalls.deleteLockPolicy, (ctx, { params }) => deletePolicy(ctx, params.policyId))
}
