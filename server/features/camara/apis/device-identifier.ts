import { getSimLock } from '#contract/locks/locks.calls.ts'
import { tacOf } from '#domain/locks.ts'
import type { AskPortal } from '../ask.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { failures } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

/** The device in which a network last reported a SIM. @throws CamaraFailure when none did */
async function reportedDevice(ask: AskPortal, icc: string): Promise<{ readonly imei: string; readonly lastChecked: string }> {
  const { devices } = await ask.data(getSimLock, { params: { id: icc } })
  const [device] = devices
  if (!device) throw failures.notApplicable('The service is not applicable for the identified device.')
  return { imei: device.imei, lastChecked: device.lastSeen }
}

export const deviceIdentifier: CamaraApi = {
  name: 'device-identifier',
  version: 'v0.3',
  operations: [
    defineOperation({
      path: '/retrieve-identifier',
      scopes: ['device-identifier:retrieve-identifier'],
      body: ofDevice,
      hasOutOfRange: true,
      answer: async ({ body, ask }) => {
        const { icc, used } = await requireSubject(ask, body.device)
        const { imei, lastChecked } = await reportedDevice(ask, icc)
        return { ...used, lastChecked, imei, tac: tacOf(imei) }
      },
    }),
    defineOperation({
      path: '/retrieve-type',
      scopes: ['device-identifier:retrieve-type'],
      body: ofDevice,
      hasOutOfRange: true,
      answer: async ({ body, ask }) => {
        const { icc, used } = await requireSubject(ask, body.device)
        const { imei, lastChecked } = await reportedDevice(ask, icc)
        return { ...used, lastChecked, tac: tacOf(imei) }
      },
    }),
    defineOperation({
      path: '/retrieve-ppid',
      scopes: ['device-identifier:retrieve-ppid'],
      body: ofDevice,
      hasOutOfRange: true,
      answer: async ({ body, ask, ctx, caller }) => {
        const { icc, used } = await requireSubject(ask, body.device)
        const { imei, lastChecked } = await reportedDevice(ask, icc)
        // the same for all keys of a company, another one for each company
        return { ...used, lastChecked, ppid: ctx.secrets.pseudonym(imei, `camara-ppid:${caller.actor.companyId}`) }
      },
    }),
  ],
}
