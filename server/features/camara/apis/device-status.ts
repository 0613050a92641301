import { testGsm } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { networkGeneration, roamingOf } from '#domain/camara.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { CamaraFailure, failures } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

/** The network gave no answer now; other findings without evidence are about the SIM. */
const NOT_NOW: readonly string[] = ['timeout', 'unreachable']

export const reachability: CamaraApi = {
  name: 'device-reachability-status',
  version: 'v1',
  operations: [
    defineOperation({
      path: '/retrieve',
      scopes: ['device-reachability-status:read'],
      body: ofDevice,
      answer: async ({ body, ask }) => {
        const { icc, used } = await requireSubject(ask, body.device)
        const { gprsStatus, lastSeen } = await ask.data(getSim, { params: { icc } })
        if (gprsStatus === GPRS_STATUS.activated && lastSeen !== null)
          return { ...used, lastStatusTime: lastSeen, reachable: true, connectivity: ['DATA'] }
        // without a session only the network can say whether a message would arrive
        const { success, checkedAt, evidence, code } = await ask.data(testGsm, { params: { id: icc } })
        if (!evidence) throw NOT_NOW.includes(code) ? failures.unavailable() : failures.notApplicable()
        return { ...used, lastStatusTime: checkedAt, reachable: success, ...(success ? { connectivity: ['SMS'] } : {}) }
      },
    }),
  ],
}

export const roamingStatus: CamaraApi = {
  name: 'device-roaming-status',
  version: 'v1',
  operations: [
    defineOperation({
      path: '/retrieve',
      scopes: ['device-roaming-status:read'],
      body: ofDevice,
      answer: async ({ body, ask }) => {
        const { icc, used } = await requireSubject(ask, body.device)
        const { imsi, currentNetwork, lastSeen } = await ask.data(getSim, { params: { icc } })
        const roaming = roamingOf(imsi, currentNetwork)
        if (!roaming || lastSeen === null) throw failures.notApplicable()
        const { isRoaming, mcc, countries } = roaming
        const where = isRoaming ? { countryCode: Number(mcc), countryName: countries } : {}
        return { ...used, lastStatusTime: lastSeen, roaming: isRoaming, ...where }
      },
    }),
  ],
}

export const mismatch = () => new CamaraFailure(422, 'IDENTIFIER_MISMATCH', 'Provided identifiers are not consistent.')

export const networkType: CamaraApi = {
  name: 'connected-network-type',
  version: 'v0.1',
  correlator: /^[a-zA-Z0-9-]{0,55}$/,
  operations: [
    defineOperation({
      path: '/retrieve',
      scopes: ['connected-network-type:read'],
      body: ofDevice,
      answer: async ({ body, ask }) => {
        const { icc } = await requireSubject(ask, body.device, mismatch)
        const { radioTechnology, lastSeen } = await ask.data(getSim, { params: { icc } })
        const time = lastSeen === null ? {} : { lastStatusTime: lastSeen }
        return { ...time, connectedNetworkType: networkGeneration(radioTechnology) }
      },
    }),
  ],
}
