import { z } from 'zod'
import { getSim } from '#contract/sims/sims.calls.ts'
import { servicesOf } from '#domain/camara.ts'
import { phoneNumber, requireSimOfNumber } from '../device.ts'
import { type CamaraApi, defineOperation } from '../operation.ts'

export const subscriptionStatus: CamaraApi = {
  name: 'subscription-status',
  version: 'v0.1',
  operations: [
    defineOperation({
      // the document writes it so
      path: '/retrive-subscription-status',
      scopes: ['subscription-status:retrive-subscription-status'],
      body: z.object({ phoneNumber: phoneNumber.optional() }),
      answer: async ({ body, ask }) => {
        const icc = await requireSimOfNumber(ask, body.phoneNumber)
        const { simCycleState, simAdministrativeStatusId } = await ask.data(getSim, { params: { icc } })
        const { voiceSms, data } = servicesOf(simCycleState, simAdministrativeStatusId)
        return { voiceSmsIn: voiceSms, voiceSmsOut: voiceSms, dataService: data }
      },
    }),
  ],
}
