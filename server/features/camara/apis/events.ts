import { z } from 'zod'
import { testGsm } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { circleOf } from '#domain/camara-events.ts'
import { shapeProblem } from '#domain/geofences.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import type { AskPortal } from '../ask.ts'
import { device, ofDevice, phoneNumber, requireSimOfNumber, requireSubject } from '../device.ts'
import { CamaraFailure } from '../failure.ts'
import type { CamaraApi } from '../operation.ts'
import { subscriptionsOf } from '../subscriptions.ts'
import { remaining } from './data-volume.ts'
import { mismatch } from './device-status.ts'
import { inconsistentDevice } from './fraud-prevention.ts'
import { circle } from './location.ts'

/** The SIM of a device, and the device as its events name it. */
const byDevice =
  (mismatchFailure?: Parameters<typeof requireSubject>[2]) =>
  async (ask: AskPortal, detail: { readonly device?: Parameters<typeof requireSubject>[1] }) => {
    const { icc, device: used } = await requireSubject(ask, detail.device, mismatchFailure)
    return { icc, subject: { device: used } }
  }

const roamingEvents = subscriptionsOf({
  name: 'device-roaming-status-subscriptions',
  hasInitialEvent: true,
  detail: ofDevice,
  find: byDevice(),
})

/** As the question about reachability does; what it can't say is said by the next report. */
async function isInNetwork(ask: AskPortal, icc: string): Promise<boolean | undefined> {
  const { gprsStatus } = await ask.data(getSim, { params: { icc } })
  if (gprsStatus === GPRS_STATUS.activated) return true
  const { success, evidence } = await ask.data(testGsm, { params: { id: icc } })
  return evidence ? success : undefined
}

const reachabilityEvents = subscriptionsOf({
  name: 'device-reachability-status-subscriptions',
  hasInitialEvent: true,
  detail: ofDevice,
  find: byDevice(),
  probe: isInNetwork,
})

const networkTypeEvents = subscriptionsOf({
  name: 'connected-network-type-subscriptions',
  correlator: /^[a-zA-Z0-9-]{0,55}$/,
  lacks: ['INVALID_SINK', 'MULTIEVENT_SUBSCRIPTION_NOT_SUPPORTED'],
  takesPlainSinks: true,
  hasInitialEvent: true,
  detail: ofDevice,
  find: byDevice(mismatch),
})

const simSwapEvents = subscriptionsOf({
  name: 'sim-swap-subscriptions',
  lacks: ['SUBSCRIPTION_MISMATCH', 'MULTIEVENT_SUBSCRIPTION_NOT_SUPPORTED'],
  detail: z.object({ phoneNumber: phoneNumber.optional() }),
  find: async (ask, { phoneNumber: number }) => {
    const icc = await requireSimOfNumber(ask, number)
    return { icc, subject: { phoneNumber: number }, msisdn: number?.slice(1) }
  },
})

const geofencingEvents = subscriptionsOf({
  name: 'geofencing-subscriptions',
  lacks: ['OUT_OF_RANGE', 'SUBSCRIPTION_MISMATCH'],
  hasInitialEvent: true,
  detail: ofDevice.extend({ area: circle }),
  find: async (ask, detail) => {
    const { icc, device: used } = await requireSubject(ask, detail.device)
    const problem = shapeProblem(circleOf(detail.area))
    if (problem)
      throw new CamaraFailure(422, 'GEOFENCING_SUBSCRIPTIONS.INVALID_AREA', `The area can not be managed: ${problem}`)
    return { icc, subject: { device: used, area: detail.area } }
  },
})

const fraudPreventionEvents = subscriptionsOf({
  name: 'iot-sim-fraud-prevention-subscriptions',
  lacks: ['INVALID_TOKEN', 'SUBSCRIPTION_MISMATCH', 'MULTIEVENT_SUBSCRIPTION_NOT_SUPPORTED'],
  hasInitialEvent: true,
  detail: z.object({ device }),
  find: byDevice(inconsistentDevice),
})

const dataVolumeEvents = subscriptionsOf({
  name: 'device-data-volume-subscriptions',
  hasInitialEvent: true,
  detail: ofDevice,
  find: async (ask, detail) => {
    const found = await byDevice()(ask, detail)
    // a plan without data has no volume to use up
    await remaining(ask, found.icc)
    return found
  },
})

export const EVENT_SUBSCRIPTIONS: readonly CamaraApi[] = [
  roamingEvents,
  reachabilityEvents,
  networkTypeEvents,
  simSwapEvents,
  geofencingEvents,
  fraudPreventionEvents,
  dataVolumeEvents,
]
