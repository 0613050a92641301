import { z } from 'zod'
import { defineCall } from '../call.ts'
import { iccField } from '../fields.ts'

/**
 * Changes of a SIM's status that its owner can't make as an operation. The answer comes when the status is written; the network
 * follows in the background, and `networkPending` says whether it still has to.
 */
const simParams = z.strictObject({ id: iccField })

const simStatusData = z.object({
  icc: z.string(),
  simAdministrativeStatusId: z.number().int(),
  networkPending: z.boolean(),
})
export type SimStatusData = z.infer<typeof simStatusData>

export const blockSim = defineCall({
  method: 'POST',
  path: '/sim/block/{id}',
  access: 'admin',
  summary: 'Block a SIM (status 2, 3, 10 or 11 → 4): it loses service; its company sees the reason and can’t unblock it',
  params: simParams,
  body: z.strictObject({ reason: z.string().trim().min(1, { error: 'required' }).max(300) }),
  data: simStatusData,
})

export const unblockSim = defineCall({
  method: 'POST',
  path: '/sim/unblock/{id}',
  access: 'admin',
  summary: 'Unblock a SIM; it returns to its previous status',
  params: simParams,
  body: z.strictObject({ reason: z.string().trim().max(300).optional() }),
  data: simStatusData,
})

export const cutSimData = defineCall({
  method: 'POST',
  path: '/sim/cutData/{id}',
  access: 'alarmas',
  summary: 'Cut a SIM’s data (status 2 → 10) until it is restored; the status changes once the network confirms',
  params: simParams,
  body: z.strictObject({ reason: z.string().trim().max(300).optional() }),
  data: simStatusData,
})

export const restoreSimData = defineCall({
  method: 'POST',
  path: '/sim/restoreData/{id}',
  access: 'alarmas',
  summary: 'Restore data that is cut (status 10 → 2); the status changes once the network confirms',
  params: simParams,
  body: z.strictObject({ reason: z.string().trim().max(300).optional() }),
  data: simStatusData,
})
