import { afterAll, expect, test } from 'vitest'
import { addSimNote, deleteSimNote, listSimNotes, SIM_NOTES_MAX } from '#contract/sims/notes.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const [noted, full, other] = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes).map((sim) => sim.iccid)
if (!noted || !full || !other) throw new Error('the small fleet has too few SIMs')
const notesOn = (icc: string, who: 'ana' | 'luis' | 'admin' = 'ana') => portal.data(listSimNotes, who, { params: { icc } })
const add = (icc: string, text: string, who: 'ana' | 'luis' | 'admin' = 'ana') =>
  portal.data(addSimNote, who, { params: { icc }, body: { text } })

test('a note is kept with its author and time, newest first, and audited', async () => {
  expect(await notesOn(noted)).toEqual([])
  const first = await add(noted, '  Antena cambiada el lunes  ')
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  const second = await add(noted, 'Sin sirena', 'luis')
  expect(await notesOn(noted)).toEqual([
    { ...second, canDelete: true },
    { ...first, text: 'Antena cambiada el lunes', author: 'ana@andes.test' },
  ])
  expect((await auditRows(portal, 'sim.noted')).map((row) => row.after)).toEqual([
    { text: 'Antena cambiada el lunes' },
    { text: 'Sin sirena' },
  ])
})

test('a note is deleted by its author and by who manages users, and refused to others', async () => {
  const own = await add(other, 'De Luis', 'luis')
  const foreign = await add(other, 'De Ana')
  const remove = (who: 'ana' | 'luis', noteId: string) => portal.request(deleteSimNote, who, { params: { icc: other, noteId } })
  expect((await notesOn(other, 'luis')).map(({ text, canDelete }) => [text, canDelete])).toEqual(
    expect.arrayContaining([
      ['De Luis', true],
      ['De Ana', false],
    ]),
  )
  expect((await remove('luis', foreign.noteId)).json()).toMatchObject({ code: 'not_allowed' })
  expect((await remove('ana', own.noteId)).statusCode).toBe(200)
  expect((await remove('ana', own.noteId)).json()).toMatchObject({ code: 'not_found' })
  expect((await notesOn(other)).map(({ text }) => text)).toEqual(['De Ana'])
})

test('an empty or too long note is refused at its field', async () => {
  for (const text of ['   ', 'x'.repeat(1001)]) {
    const refused = await portal.request(addSimNote, 'ana', { params: { icc: other }, body: { text } })
    expect(refused.json()).toMatchObject({ code: 'invalid_request', fields: { text: expect.stringMatching(/./) } })
  }
})

test('a SIM has no more notes than it may have, also when two are added at once', async () => {
  for (let n = 1; n < SIM_NOTES_MAX; n += 1) await add(full, `Nota ${n}`)
  const both = await Promise.all(
    ['a', 'b'].map((text) => portal.request(addSimNote, 'ana', { params: { icc: full }, body: { text } })),
  )
  expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  expect(await notesOn(full)).toHaveLength(SIM_NOTES_MAX)
})
