import { z } from 'zod'
import type { CallArguments, CallData } from '#contract/call.ts'
import { getGeofence } from '#contract/geofences/geofences.calls.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { countriesOfNetwork } from '#domain/countries.ts'
import type { AskPortal } from '../ask.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { CamaraFailure, failures } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

/** To the device, or to an area. */
const kind = z.enum(['IMEIBIND', 'AREALIMIT'])

type Lock = CallData<typeof getSimLock>
type LockChange = CallArguments<typeof lockSim>['body']

export const inconsistentDevice = () => failures.invalidArgument('Multiple inconsistent device parameters specified')

async function lockOf(ask: AskPortal, given: Parameters<typeof requireSubject>[1]): Promise<Lock> {
  const { icc } = await requireSubject(ask, given, inconsistentDevice)
  return ask.data(getSimLock, { params: { id: icc } })
}

/** Sets a lock. @returns false when the SIM does not allow it, which the document has no failure for */
async function setLock(ask: AskPortal, { icc }: Lock, body: LockChange): Promise<boolean> {
  try {
    await ask.data(lockSim, { params: { id: icc }, body })
    return true
  } catch (error) {
    if (error instanceof CamaraFailure && error.code === failures.notApplicable().code) return false
    throw error
  }
}

/** To the device in which the SIM is, as a request names none; before there is one, to the first that is reported. */
async function bindDevice(ask: AskPortal, lock: Lock): Promise<boolean> {
  if (lock.device.mode !== 'off') return true
  const values = lock.devices.slice(0, 1).map(({ imei }) => imei)
  return setLock(ask, lock, { device: { mode: 'learn', values } })
}

/** To the country in which the SIM is, as a request names no area. */
async function bindArea(ask: AskPortal, lock: Lock): Promise<boolean> {
  if (lock.area.mode !== 'off') return true
  const { currentNetwork } = await ask.data(getSim, { params: { icc: lock.icc } })
  const [country] = countriesOfNetwork(currentNetwork)
  return country !== undefined && setLock(ask, lock, { area: { mode: 'listed', values: [country] } })
}

const unnecessary = (what: 'IMEI' | 'AREALIMIT', words: string) =>
  new CamaraFailure(422, `UNNECESSARY_UNBIND_${what}`, `The current device ${words} has been unbound`)

async function unbindDevice(ask: AskPortal, lock: Lock): Promise<boolean> {
  if (lock.device.mode === 'off') throw unnecessary('IMEI', 'imei')
  return setLock(ask, lock, { device: { mode: 'off' } })
}

async function unbindArea(ask: AskPortal, lock: Lock): Promise<boolean> {
  if (lock.area.mode === 'off') throw unnecessary('AREALIMIT', 'area limit')
  return setLock(ask, lock, { area: { mode: 'off' } })
}

/** The IMEI of a lock of exactly one device; models and several devices have none to name. */
function boundDevice({ device: { mode, values } }: Lock) {
  if (mode === 'off') return { bindStatus: 'UNBOUND' }
  const isOne = mode !== 'tac' && values.length === 1
  return { bindStatus: 'BOUND', ...(isOne ? { bindImei: values[0] } : {}) }
}

/** Metres; the document's largest circle. */
const RADIUS_MAX = 200_000

/** The circle of a lock of exactly one geofence that is one; of countries, networks and polygons the document has no form. */
async function limitArea(ask: AskPortal, { area: { values, geofences } }: Lock): Promise<object> {
  const [geofenceId, ...others] = geofences
  if (geofenceId === undefined || others.length + values.length > 0) return {}
  const { shape } = await ask.data(getGeofence, { params: { geofenceId } })
  if (shape.kind !== 'circle' || shape.radiusM > RADIUS_MAX) return {}
  return { limitArea: { areaType: 'CIRCLE', center: shape.centre, radius: Math.round(shape.radiusM) } }
}

async function boundArea(ask: AskPortal, lock: Lock) {
  if (lock.area.mode === 'off') return { areaLimitStatus: 'UNRESTRICTED' }
  return { areaLimitStatus: 'RESTRICTED', ...(await limitArea(ask, lock)) }
}

export const fraudPrevention: CamaraApi = {
  name: 'iot-sim-fraud-prevention',
  version: 'v0.1',
  operations: [
    defineOperation({
      path: '/bind',
      scopes: ['iot-sim-fraud-prevention:bind'],
      body: ofDevice.extend({ bindType: kind }),
      answer: async ({ body: { device, bindType }, ask }) => {
        const lock = await lockOf(ask, device)
        return { bound: await (bindType === 'IMEIBIND' ? bindDevice(ask, lock) : bindArea(ask, lock)) }
      },
    }),
    defineOperation({
      path: '/unbind',
      scopes: ['iot-sim-fraud-prevention:unbind'],
      body: ofDevice.extend({ unBindType: kind }),
      answer: async ({ body: { device, unBindType }, ask }) => {
        const lock = await lockOf(ask, device)
        return { unbound: await (unBindType === 'IMEIBIND' ? unbindDevice(ask, lock) : unbindArea(ask, lock)) }
      },
    }),
    defineOperation({
      path: '/query',
      scopes: ['iot-sim-fraud-prevention:query'],
      body: ofDevice.extend({ queryType: kind }),
      answer: async ({ body: { device, queryType }, ask }) => {
        const lock = await lockOf(ask, device)
        return queryType === 'IMEIBIND' ? { imeiBind: boundDevice(lock) } : { areaLimit: await boundArea(ask, lock) }
      },
    }),
  ],
}
