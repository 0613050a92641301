import { afterAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { massActivation, massHibernation, massReset, massSms } from '#contract/operations/mass-actions.calls.ts'
import { downloadOperation } from '#contract/operations/operation-files.calls.ts'
import { getOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import { activateSim, resetSim } from '#contract/operations/sim-actions.calls.ts'
import { sendSms, testAdministrative, testGprs, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { setSimType } from '#test/set-sim-type.ts'

/** SIMs that are not editable, by type: one that is active and one that is ready to use; and one that is editable. */
const SIMS = { legacy: { 1: '', 2: '' }, vodafone: { 1: '', 2: '' }, editable: { 1: '', 2: '' } }

const portal = await startPortal()
for (const status of [1, 2] as const) {
  const ours = portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status)
  for (const [index, kind] of (['legacy', 'vodafone', 'editable'] as const).entries())
    SIMS[kind][status] = ours[index]?.iccid ?? ''
  await setSimType(portal.db, SIMS.legacy[status], { simTypeId: 1, apnId: 1 })
  await setSimType(portal.db, SIMS.vodafone[status], { simTypeId: 5, apnId: 1 })
}
afterAll(() => portal.close())

const WORDS = {
  es: {
    legacy: 'No disponible para legacy, excepto Telefónica legacy con APN privado',
    vodafone: 'No disponible para Vodafone, excepto Vodafone con APN privado',
    other: 'El tipo de SIM no lo permite',
  },
  en: {
    legacy: 'not available for legacy, except Telefónica legacy with private APN',
    vodafone: 'not available for Vodafone, except Vodafone with private APN',
    other: 'The SIM’s type doesn’t allow it',
  },
} as const

/** Spanish files are parted by semicolons, English ones by commas, with quotes where a sentence has one. */
const inFile = ({ icc, code, text }: { icc: string | undefined; code: string; text: string }): RegExp =>
  new RegExp(`^${icc}[;,][^;,]+[;,]${code}[;,]"?${text}"?[;,]`, 'm')

describe.each(['es', 'en'] as const)('in the language %s', (language) => {
  const words = WORDS[language]
  const options = { headers: { 'accept-language': language } }
  const ask = async (call: Call, args: object) => (await portal.request(call, 'ana', args, options)).json()

  test.each(['legacy', 'vodafone'] as const)(
    'a %s SIM that is not editable says so to SMS, each test, restart and activation [S4.13, S4.14]',
    async (kind) => {
      const active = { params: { id: SIMS[kind][2] } }
      const answers = [
        await ask(sendSms, { body: { icc: SIMS[kind][2], message: 'Hola' } }),
        await ask(testAdministrative, active),
        await ask(testGsm, active),
        await ask(testGprs, active),
        await ask(resetSim, active),
        await ask(activateSim, { params: { id: SIMS[kind][1] }, body: {} }),
      ]
      expect(answers.map(({ status, code, error }) => [status, code, error])).toEqual(
        Array(6).fill([false, 'type_not_editable', words[kind]]),
      )
    },
  )

  test.each([
    ['SMS', massSms, { message: 'Hola' }, 2],
    ['restart', massReset, {}, 2],
    ['activation', massActivation, {}, 1],
  ] as const)(
    'so does a mass operation of lines that are left out, %s: preview, lines and downloads [S4.13, S4.14]',
    async (_name, call, more, status) => {
      const icc = [SIMS.legacy[status], SIMS.vodafone[status], SIMS.editable[status]]
      const body = { icc, ...more }
      const draft = (await ask(call, { body: { ...body, preview: true } })).data
      const why = [
        { icc: icc[0], code: 'type_not_editable', text: words.legacy },
        { icc: icc[1], code: 'type_not_editable', text: words.vodafone },
      ]
      expect([draft.accepted, draft.excluded]).toEqual([1, why])
      expect(draft.reasons).toEqual(expect.arrayContaining(why.map(({ code, text }) => ({ code, text, lines: 1 }))))
      expect(draft.reasons).toHaveLength(2)
      const fileOf = async (operationId: number) =>
        (await portal.request(downloadOperation, 'ana', { params: { operationId } }, options)).body
      const before = await fileOf(draft.operationId)
      for (const line of why) expect(before).toMatch(inFile(line))

      // in a language of its own each time, so that the editable one is free
      const { operationId, excluded } = (await ask(call, { body: { ...body, scheduledAt: '2050-01-01T00:00:00Z' } })).data
      expect(excluded).toEqual(why)
      const after = await fileOf(operationId)
      for (const line of why) expect(after).toMatch(inFile(line))
      const { data } = await ask(getOperation, { params: { operationId } })
      expect(data.reasons.map((one: { text: string }) => one.text).sort()).toEqual([words.legacy, words.vodafone].sort())
      const items = (await portal.request(listOperationItems, 'ana', { params: { operationId } }, options)).body
      expect(items).toContain(words.legacy)
      expect(items).toContain(words.vodafone)
    },
  )

  test('what a type never has is said in other words', async () => {
    const { excluded } = (await ask(massHibernation, { body: { icc: [SIMS.legacy[2]], preview: true } })).data
    expect(excluded).toEqual([{ icc: SIMS.legacy[2], code: 'type_not_editable', text: words.other }])
  })
})
