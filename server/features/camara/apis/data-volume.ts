import { z } from 'zod'
import { testAdministrative } from '#contract/sims/sim-tools.calls.ts'
import { dataVolumeCategory, VOLUME_UNITS } from '#domain/camara.ts'
import type { AskPortal } from '../ask.ts'
import { ofDevice, requireSubject } from '../device.ts'
import { failures } from '../failure.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

/** What is left of a SIM's allowance in this cycle, or of its pool's, bytes. @throws CamaraFailure for a plan without data */
export async function remaining(ask: AskPortal, icc: string): Promise<number> {
  const { evidence } = await ask.data(testAdministrative, { params: { id: icc } })
  if (evidence.limitBytes === null) throw failures.notApplicable()
  return Math.max(0, evidence.limitBytes - evidence.usedBytes)
}

const volumeToCheck = z.object({ value: z.number().int().min(0).max(1024), unit: z.enum(['MiB', 'GiB']) })

export const dataVolume: CamaraApi = {
  name: 'device-data-volume',
  version: 'v0.1',
  operations: [
    defineOperation({
      path: '/retrieve',
      scopes: ['device-data-volume:read'],
      body: ofDevice,
      hasOutOfRange: true,
      answer: async ({ body, ask }) => {
        const { icc, used } = await requireSubject(ask, body.device)
        return { ...used, dataVolumeCategory: dataVolumeCategory(await remaining(ask, icc)) }
      },
    }),
    defineOperation({
      path: '/check',
      scopes: ['device-data-volume:read'],
      body: ofDevice.extend({ volumeToCheck }),
      hasOutOfRange: true,
      answer: async ({ body: { device, volumeToCheck: threshold }, ask }) => {
        const { icc, used } = await requireSubject(ask, device)
        return { ...used, thresholdExceeded: (await remaining(ask, icc)) > threshold.value * VOLUME_UNITS[threshold.unit] }
      },
    }),
  ],
}
