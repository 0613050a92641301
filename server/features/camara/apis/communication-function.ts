import { z } from 'zod'
import { cutSimData, restoreSimData } from '#contract/sims/sim-status.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { AskPortal } from '../ask.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { CamaraFailure, failures } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'
import { mismatch } from './device-status.ts'

const body = ofDevice.extend({ functionType: z.enum(['SMS', 'VOICE', 'DATA']) })

const unnecessary = (what: 'ACTIVATION' | 'DEACTIVATION') =>
  new CamaraFailure(422, `UNNECESSARY_${what}`, 'The function has that status already.')

/** Of a SIM that is not in service: the document has no failure for it. */
const conflict = () =>
  new CamaraFailure(409, 'CONFLICT', 'The SIM does not allow it now: it is not in service, changes, or its network refuses.')

/** A network of the portal can cut data alone. @throws CamaraFailure */
function requireData({ functionType }: z.output<typeof body>): void {
  if (functionType !== 'DATA')
    throw new CamaraFailure(501, 'NOT_IMPLEMENTED', 'Only DATA can be activated and deactivated by itself.')
}

interface Change {
  readonly call: typeof cutSimData | typeof restoreSimData
  /** the status in which there is nothing to change */
  readonly done: number
  readonly what: Parameters<typeof unnecessary>[0]
}

/** Changes a SIM's data. @returns what it is now: as before while the network has not confirmed it within four seconds */
async function changeData(ask: AskPortal, asked: z.output<typeof body>, { call, done, what }: Change) {
  const { icc } = await requireSubject(ask, asked.device, mismatch)
  requireData(asked)
  const sim = await ask.data(getSim, { params: { icc } })
  if (sim.simAdministrativeStatusId === done) throw unnecessary(what)
  const { simAdministrativeStatusId } = await changed(ask.data(call, { params: { id: icc }, body: {} }))
  const isActive = simAdministrativeStatusId === ADMINISTRATIVE_STATUS.active
  return { functionType: 'DATA', functionStatus: isActive ? 'active' : 'inactive' }
}

/** @throws CamaraFailure conflict when the SIM does not allow the change */
async function changed<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (error instanceof CamaraFailure && error.code === failures.notApplicable().code) throw conflict()
    throw error
  }
}

const { active, deactivatedByAlarm } = ADMINISTRATIVE_STATUS

/** A draft without a release. */
export const communicationFunction: CamaraApi = {
  name: 'device-communication-function',
  version: 'vwip',
  correlator: /^[a-zA-Z0-9-]{0,55}$/,
  operations: [
    defineOperation({
      path: '/activate',
      scopes: ['device-communication-function:manage'],
      body,
      answer: ({ body: asked, ask }) => changeData(ask, asked, { call: restoreSimData, done: active, what: 'ACTIVATION' }),
    }),
    defineOperation({
      path: '/deactivate',
      scopes: ['device-communication-function:manage'],
      body,
      answer: ({ body: asked, ask }) =>
        changeData(ask, asked, { call: cutSimData, done: deactivatedByAlarm, what: 'DEACTIVATION' }),
    }),
  ],
}
