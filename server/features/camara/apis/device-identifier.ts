import { getSimLock } from '#contract/locks/locks.calls.ts'
import { tacOf } from '#domain/locks.ts'
import type { AskPortal } from '../ask.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { failures } from '../failure.ts'
import { type CamaraApi, type CamaraOperation, defineOperation } from '../operation.ts'

/** The device in which a network last reported a SIM. @throws CamaraFailure when none did */
async function reportedDevice(ask: AskPortal, icc: string): Promise<{ readonly imei: string; readonly lastChecked: string }> {
  const { devices } = await ask.data(getSimLock, { params: { id: icc } })
  const [device] = devices
  if (!device) throw failures.notApplicable('The service is not applicable for the identified device.')
  return { imei: device.imei, lastChecked: device.lastSeen }
}

/** An operation that answers something of the IMEI of a SIM's device. */
const retrieve = (
  what: 'identifier' | 'type' | 'ppid',
  answerOf: (imei: string, asked: Parameters<CamaraOperation['answer']>[0]) => object,
): CamaraOperation =>
  defineOperation({
    path: `/retrieve-${what}`,
    scopes: [`device-identifier:retrieve-${what}`],
    body: ofDevice,
    hasOutOfRange: true,
    answer: async (asked) => {
      const { icc, used } = await requireSubject(asked.ask, asked.body.device)
      const { imei, lastChecked } = await reportedDevice(asked.ask, icc)
      return { ...used, lastChecked, ...answerOf(imei, asked) }
    },
  })

export const deviceIdentifier: CamaraApi = {
  name: 'device-identifier',
  version: 'v0.3',
  operations: [
    retrieve('identifier', (imei) => ({ imei, tac: tacOf(imei) })),
    retrieve('type', (imei) => ({ tac: tacOf(imei) })),
    // the same for all keys of a company, another one for each company
    retrieve('ppid', (imei, { ctx, caller }) => ({
      ppid: ctx.secrets.pseudonym(imei, `camara-ppid:${caller.actor.companyId}`),
    })),
  ],
}
