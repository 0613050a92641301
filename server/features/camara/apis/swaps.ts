import { z } from 'zod'
import { getSimLock } from '#contract/locks/locks.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { DEVICE_EVENTS, latestDeviceChange } from '#domain/camara.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { AskPortal } from '../ask.ts'
import { phoneNumber, requireSimOfNumber } from '../device.ts'
import { failures } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

const ofNumber = z.object({ phoneNumber: phoneNumber.optional() })
/** hours */
const check = ofNumber.extend({ maxAge: z.number().int().min(1).max(2400).default(240) })

/** @param hours of the past */
const isWithin = (at: string, hours: number, now: Date): boolean => now.getTime() - Date.parse(at) <= hours * HOUR_MS

/** When a number came to its SIM: numbers do not change SIMs in the portal, so with its activation. Null before. */
async function simSwap(ask: AskPortal, icc: string): Promise<string | null> {
  const { activationDate } = await ask.data(getSim, { params: { icc } })
  return activationDate
}

export const simSwaps: CamaraApi = {
  name: 'sim-swap',
  version: 'v2',
  operations: [
    defineOperation({
      path: '/retrieve-date',
      scopes: ['sim-swap', 'sim-swap:retrieve-date'],
      body: ofNumber,
      hasOutOfRange: true,
      answer: async ({ body, ask }) => ({
        latestSimChange: await simSwap(ask, await requireSimOfNumber(ask, body.phoneNumber)),
      }),
    }),
    defineOperation({
      path: '/check',
      scopes: ['sim-swap', 'sim-swap:check'],
      body: check,
      hasOutOfRange: true,
      answer: async ({ body, ask, ctx }) => {
        const at = await simSwap(ask, await requireSimOfNumber(ask, body.phoneNumber))
        return { swapped: at !== null && isWithin(at, body.maxAge, ctx.now) }
      },
    }),
  ],
}

/** When a SIM came into its device, as far as networks report devices; undefined when none did. */
async function deviceSwap(ask: AskPortal, icc: string): Promise<string | undefined> {
  const [{ devices }, events] = await Promise.all([
    ask.data(getSimLock, { params: { id: icc } }),
    ask.data(getSimHistory, { params: { icc }, query: { kinds: DEVICE_EVENTS.join() } }),
  ])
  const named = events.map(({ at, kind, detail }) => ({ at, kind, imei: String(detail.imei ?? '') }))
  return latestDeviceChange(named, devices[0])
}

export const deviceSwaps: CamaraApi = {
  name: 'device-swap',
  version: 'v1',
  operations: [
    defineOperation({
      path: '/retrieve-date',
      scopes: ['device-swap', 'device-swap:retrieve-date'],
      body: ofNumber,
      answer: async ({ body, ask }) => ({
        latestDeviceChange: (await deviceSwap(ask, await requireSimOfNumber(ask, body.phoneNumber))) ?? null,
      }),
    }),
    defineOperation({
      path: '/check',
      scopes: ['device-swap', 'device-swap:check'],
      body: check,
      hasOutOfRange: true,
      answer: async ({ body, ask, ctx }) => {
        const at = await deviceSwap(ask, await requireSimOfNumber(ask, body.phoneNumber))
        if (at === undefined) throw failures.notApplicable()
        return { swapped: isWithin(at, body.maxAge, ctx.now) }
      },
    }),
  ],
}
