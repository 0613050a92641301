import { expect } from 'vitest'
import { addNetwork, listDrifts, saveNetworkRules, settleDrifts } from '#contract/network-admin/networks.calls.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { continueComparison, startComparison } from '#server/networks/orders/compare-sims.ts'
import { processDueOrders } from '#server/networks/orders/orders-worker.ts'
import { insertPlans } from '#server/records/insert-plans.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { COMPANIES } from '../fleet.ts'
import { startPortal } from '../portal.ts'
import { openStandIn, SORACOM_ACCOUNT, type StandInSim } from './stand-in.ts'

/** Peru, of which the fleet has no SIMs yet. */
export const PERU_KIND = { origin_id: 2, sim_type_id: 2 }

/** A portal whose SIMs of Peru are at a stand-in for Soracom; its workers do nothing by themselves. */
export async function openSoracomPortal() {
  const portal = await startPortal()
  const standIn = await openStandIn(portal.clock)
  await insertPlans(portal.db, [
    { ...PERU_KIND, plan_code: 'PE20', name: 'Perú 20 MB', data_mb: 20, pooled: false, price_minor: 900 },
    { ...PERU_KIND, plan_code: 'PE500', name: 'Perú 500 MB', data_mb: 500, pooled: false, price_minor: 4900 },
  ])
  const { authKeyId, authKey } = SORACOM_ACCOUNT
  const network = {
    networkId: 'soracom',
    kind: 'soracom',
    name: 'Soracom',
    enabled: true,
    requestsPerSecond: null,
    maxInFlight: 8,
  }
  const access = { settings: { apiUrl: standIn.url, authKeyId }, secrets: { authKey }, timeoutMs: 20_000, maxAttempts: 2 }
  await portal.data(addNetwork, 'admin', { body: { ...network, ...access } })
  await portal.data(saveNetworkRules, 'admin', { body: { rules: [{ originId: 2, simTypeId: 2, networkId: 'soracom' }] } })
  await portal.services.networks.reload()

  const pass = (ms = MINUTE_MS): void => {
    portal.clock.now = new Date(portal.clock.now.getTime() + ms)
  }
  return {
    portal,
    standIn,
    /** the clock goes on */
    pass,
    /** A SIM of Andes on a plan, as an import puts it there. */
    addSim: async (planCode = 'PE20', status = 'active'): Promise<StandInSim> => {
      const sim = standIn.addSim(status)
      const { simId: iccid, imsi, msisdn } = sim
      const entry = {
        companyId: COMPANIES.andes,
        planCode,
        originId: 2,
        simTypeId: 2,
        apnId: 1,
        sims: [{ iccid, imsi, msisdn }],
      }
      await portal.db.transaction().execute((trx) => insertSims(trx, { ...entry, actor: 'test', detail: {} }, portal.clock.now))
      return sim
    },
    /** Compares all SIMs with their networks. @returns what is said of those that are given and differ */
    differing: async (sims: readonly StandInSim[]): Promise<(string | undefined)[]> => {
      pass()
      await startComparison(portal.db, { actor: 'admin', now: portal.clock.now })
      for (let open = true; open; pass()) {
        await continueComparison(portal.db, portal.clock.now)
        await processDueOrders(portal.services)
        const underWay = portal.db.selectFrom('network_comparisons').select('started_at').where('finished_at', 'is', null)
        open = (await underWay.execute()).length > 0
      }
      const { body } = await portal.request(listDrifts, 'admin')
      const lines = body.split('\n')
      return sims.map(({ simId }) => lines.find((line) => line.startsWith(simId)))
    },
    enforceOurs: async ({ simId }: StandInSim): Promise<void> => {
      const body = { goal: 'ours' as const, icc: [simId] }
      expect(await portal.data(settleDrifts, 'admin', { body })).toEqual({ accepted: 1, excluded: [] })
      await processDueOrders(portal.services)
    },
    /** What is not of the state is decided by the portal alone. */
    refuseNetworks: async ({ simId }: StandInSim): Promise<void> => {
      const { accepted, excluded } = await portal.data(settleDrifts, 'admin', { body: { goal: 'network', icc: [simId] } })
      expect({ accepted, codes: excluded.map(({ code }) => code) }).toEqual({ accepted: 0, codes: ['portal_decides'] })
    },
    close: async (): Promise<void> => {
      await portal.close()
      await standIn.close()
    },
  }
}
