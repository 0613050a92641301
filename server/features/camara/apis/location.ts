import { z } from 'zod'
import { getSim } from '#contract/sims/sims.calls.ts'
import { verifyCircle } from '#domain/camara.ts'
import { distanceM } from '#domain/geodesy.ts'
import { type GeoPosition, LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'
import type { AskPortal } from '../ask.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { CamaraFailure } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

/** Square metres of the circle in which a SIM is. */
const SURFACE_M2 = Math.PI * LOCATION_UNCERTAINTY_M ** 2

/** The documents' failures have the name of their API in front. */
const failuresOf = (api: string) => ({
  tooOld: () => new CamaraFailure(422, `${api}.UNABLE_TO_FULFILL_MAX_AGE`, 'Unable to provide expected freshness for location'),
  tooLarge: () =>
    new CamaraFailure(
      422,
      `${api}.UNABLE_TO_FULFILL_MAX_SURFACE`,
      'Unable to provide accurate acceptable surface for location',
    ),
  unknown: () => new CamaraFailure(422, `${api}.UNABLE_TO_LOCATE`, 'The network is unable to locate the device'),
})

interface Located extends GeoPosition {
  readonly at: string
}

/** Where a network last reported a SIM; undefined when it never did. */
async function locate(ask: AskPortal, icc: string): Promise<Located | undefined> {
  const { latitude, longitude, locatedAt } = await ask.data(getSim, { params: { icc } })
  return latitude === null || longitude === null || locatedAt === null ? undefined : { latitude, longitude, at: locatedAt }
}

/** @param maxAge seconds; undefined for any age */
const isTooOld = ({ at }: Located, maxAge: number | undefined, now: Date): boolean =>
  maxAge !== undefined && now.getTime() - Date.parse(at) > maxAge * 1000

const retrieval = failuresOf('LOCATION_RETRIEVAL')

export const locationRetrieval: CamaraApi = {
  name: 'location-retrieval',
  version: 'v0.5',
  operations: [
    defineOperation({
      path: '/retrieve',
      scopes: ['location-retrieval:read'],
      body: ofDevice.extend({ maxAge: z.number().int().optional(), maxSurface: z.number().int().min(1).optional() }),
      answer: async ({ body: { device, maxAge, maxSurface }, ask, ctx }) => {
        const { icc, used } = await requireSubject(ask, device)
        const located = await locate(ask, icc)
        if (!located) throw retrieval.unknown()
        if (isTooOld(located, maxAge, ctx.now)) throw retrieval.tooOld()
        if (maxSurface !== undefined && SURFACE_M2 > maxSurface) throw retrieval.tooLarge()
        const { latitude, longitude, at } = located
        const area = { areaType: 'CIRCLE', center: { latitude, longitude }, radius: LOCATION_UNCERTAINTY_M }
        return { ...used, lastLocationTime: at, area }
      },
    }),
  ],
}

export const circle = z.object({
  areaType: z.literal('CIRCLE'),
  center: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  radius: z.number().min(1),
})

const verification = failuresOf('LOCATION_VERIFICATION')

export const locationVerification: CamaraApi = {
  name: 'location-verification',
  version: 'v3',
  operations: [
    defineOperation({
      path: '/verify',
      scopes: ['location-verification:verify'],
      body: ofDevice.extend({ area: circle, maxAge: z.number().int().optional() }),
      hasOutOfRange: true,
      answer: async ({ body: { device, area, maxAge }, ask, ctx }) => {
        const { icc, used } = await requireSubject(ask, device)
        const located = await locate(ask, icc)
        if (!located) throw maxAge === undefined ? verification.unknown() : verification.tooOld()
        if (isTooOld(located, maxAge, ctx.now)) throw verification.tooOld()
        const distance = distanceM([located.longitude, located.latitude], [area.center.longitude, area.center.latitude])
        const verified = verifyCircle({ distanceM: distance, locatedM: LOCATION_UNCERTAINTY_M, askedM: area.radius })
        const { result: verificationResult, ...rate } = verified
        return { ...used, verificationResult, ...rate, lastLocationTime: located.at }
      },
    }),
  ],
}
