import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEVICE_MODES,
  type DeviceLock,
  isDeviceAllowed,
  judgeDevice,
  networkLockOf,
  type OpenDeviceBreach,
  parseTac,
  reportedImei,
  tacOf,
} from './locks.ts'

const imeiOf = (body: string): string => {
  const imei = reportedImei(body)
  if (!imei) throw new Error(`no IMEI: ${body}`)
  return imei
}
/** few devices, so that they meet: three models with three devices each */
const device = fc
  .tuple(fc.constantFrom('35694900', '86435605', '49015420'), fc.constantFrom('123456', '123457', '999999'))
  .map(([tac, serial]) => imeiOf(tac + serial))
const lock: fc.Arbitrary<DeviceLock> = fc.oneof(
  fc.constant<DeviceLock>({ mode: 'off', values: [] }),
  fc.array(device, { maxLength: 1 }).map((values): DeviceLock => ({ mode: 'learn', values })),
  fc.array(device, { minLength: 1, maxLength: 3 }).map((values): DeviceLock => ({ mode: 'imei', values })),
  fc.array(device, { minLength: 1, maxLength: 2 }).map((values): DeviceLock => ({ mode: 'tac', values: values.map(tacOf) })),
)
const isUnbound = ({ mode, values }: DeviceLock): boolean => mode === 'learn' && values.length === 0
const breach: fc.Arbitrary<OpenDeviceBreach | undefined> = fc.option(fc.record({ imei: device, isReleased: fc.boolean() }), {
  nil: undefined,
})

describe('the rule of a device lock', () => {
  test('an IMEISV of any version of software is judged as its IMEI', () => {
    fc.assert(
      fc.property(lock, breach, device, fc.integer({ min: 0, max: 99 }), (given, open, imei, version) => {
        const imeisv = imei.slice(0, 14) + String(version).padStart(2, '0')
        expect(reportedImei(imeisv)).toBe(imei)
        expect(judgeDevice(given, open, imeisv)).toBe(judgeDevice(given, open, imei))
      }),
    )
  })

  test('an allowed device ends a breach and makes none; any other one makes one, or is the one that made it', () => {
    fc.assert(
      fc.property(lock, breach, device, (given, open, imei) => {
        const verdict = judgeDevice(given, open, imei)
        if (isDeviceAllowed(given, imei)) expect(verdict).toBe(isUnbound(given) ? 'bound' : open ? 'ended' : 'none')
        else expect(['breached', 'repeated', 'none']).toContain(verdict)
        if (verdict === 'none' && !isDeviceAllowed(given, imei)) expect(open).toEqual({ imei, isReleased: true })
      }),
    )
  })

  test('whatever is reported in turn, a breach is open exactly while the device is not allowed, and begins once for each stay in another one', () => {
    fc.assert(
      fc.property(lock, fc.array(device, { maxLength: 30 }), (given, reports) => {
        let held = given
        let open: OpenDeviceBreach | undefined
        let last = ''
        for (const imei of reports) {
          const verdict = judgeDevice(held, open, imei)
          if (verdict === 'bound') held = { mode: 'learn', values: [imei] }
          if (verdict === 'breached') {
            expect(imei).not.toBe(last)
            open = { imei, isReleased: false }
          }
          if (verdict === 'ended' || verdict === 'bound') open = undefined
          expect(open !== undefined).toBe(!isDeviceAllowed(held, imei))
          if (open) expect(open.imei).toBe(imei)
          last = imei
        }
      }),
    )
  })

  test('a device that a person let be is left alone until another one comes', () => {
    const held: DeviceLock = { mode: 'imei', values: [imeiOf('35694900123456')] }
    const phone = imeiOf('86435605118842')
    expect(judgeDevice(held, { imei: phone, isReleased: true }, phone)).toBe('none')
    expect(judgeDevice(held, { imei: phone, isReleased: true }, imeiOf('86435605118843'))).toBe('breached')
    expect(judgeDevice(held, { imei: phone, isReleased: false }, phone)).toBe('repeated')
  })

  test('a lock on a model allows each device of it', () => {
    expect(DEVICE_MODES).toContain('tac')
    const meters: DeviceLock = { mode: 'tac', values: ['35694900'] }
    expect(isDeviceAllowed(meters, imeiOf('35694900999999'))).toBe(true)
    expect(isDeviceAllowed(meters, imeiOf('35694901999999'))).toBe(false)
  })
})

test('a network holds a SIM to one device, or to none', () => {
  const [one, other] = [imeiOf('35694900123456'), imeiOf('86435605118842')]
  const locks: [DeviceLock, string][] = [
    [{ mode: 'off', values: [] }, ''],
    [{ mode: 'learn', values: [] }, ''],
    [{ mode: 'learn', values: [one] }, one],
    [{ mode: 'imei', values: [one] }, one],
    [{ mode: 'imei', values: [one, other] }, ''],
    [{ mode: 'tac', values: ['35694900'] }, ''],
  ]
  for (const [lock, held] of locks) {
    expect([lock, networkLockOf(lock, undefined)]).toEqual([lock, held])
    expect([lock, networkLockOf(lock, { isReleased: false })]).toEqual([lock, held])
    // it would refuse the device that a person's release tolerates
    expect(networkLockOf(lock, { isReleased: true })).toBe('')
  }
})

test('a model is read from eight digits or from a whole IMEI; other texts are none', () => {
  expect(parseTac('35 694900')).toBe('35694900')
  expect(parseTac(imeiOf('86435605118842'))).toBe('86435605')
  expect(parseTac('3569490')).toBeUndefined()
  expect(parseTac('model')).toBeUndefined()
})
