import { afterAll, expect, test } from 'vitest'
import { creditCharge, payCharge } from '#contract/charges/charge-actions.calls.ts'
import { getDashboard } from '#contract/dashboard/dashboard.calls.ts'
import { billingCycleAt, localDay } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { closesAt, cycleFrom } from '#domain/rating/cycle-span.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { companyBooks } from './company-books.queries.ts'
import { issueDueCycles } from './issue-cycle.ts'

const ZONE = 'America/Santiago'
const { pacifico } = COMPANIES

const ids: number[] = []
const portal = await startPortal()
let cycle = billingCycleAt(portal.clock.now, 1, ZONE)
await companyBooks(portal.db, portal.clock.now)
for (let month = 0; month < 3; month++) {
  portal.clock.now = closesAt(cycle, ZONE)
  await issueDueCycles(portal.services, pacifico)
  cycle = cycleFrom(cycle.end, 1)
}
const rows = await portal.db.selectFrom('charges').select('document_id').orderBy('cycle_start').execute()
ids.push(...rows.map(({ document_id }) => document_id))
portal.clock.now = new Date(portal.clock.now.getTime() + 3 * 86_400_000)
afterAll(() => portal.close())

const on = (n: number) => ({ params: { documentId: ids[n] ?? 0 } })
const rowOf = (documentId: number) =>
  portal.db.selectFrom('charges').selectAll().where('document_id', '=', documentId).executeTakeFirstOrThrow()

test('an invoice is marked as paid once, on a day between its own and today', async () => {
  const today = localDay(portal.clock.now, ZONE)
  const wrong = async (paidOn: string) => (await portal.envelope(payCharge, 'admin', { ...on(0), body: { paidOn } })).fields
  expect(await wrong(addDays(today, 1))).toEqual({ paidOn: 'La fecha de pago no puede ser futura' })
  expect(await wrong('2020-01-01')).toEqual({ paidOn: 'La fecha de pago no puede ser anterior a la factura' })
  const debtBefore = (await portal.data(getDashboard, 'flota')).debt.total
  const body = { paidOn: addDays(today, -1), reference: ' TR-1 ' }
  const paid = await portal.data(payCharge, 'admin', { ...on(0), body })
  expect([paid.state, localDay(new Date(paid.paidAt), ZONE)]).toEqual(['paid', body.paidOn])
  const row = await rowOf(paid.documentId)
  expect([row.state, row.payment_reference]).toEqual(['paid', 'TR-1'])
  expect((await portal.data(getDashboard, 'flota')).debt.total).toBe(debtBefore - row.total_minor)
  const again = await portal.envelope(payCharge, 'admin', { ...on(0), body: {} })
  expect([again.code, again.error]).toEqual(['conflict', 'La factura ya está pagada'])
})

test('an invoice is void by a credit note of the next number, for all of it, paid or not', async () => {
  for (const n of [0, 1]) {
    const note = await portal.data(creditCharge, 'admin', { ...on(n), body: { reason: 'Plan equivocado' } })
    const invoice = await rowOf(ids[n] ?? 0)
    expect(note).toMatchObject({ documentNumber: `NC-0000000${n + 1}`, total: 0 - invoice.total_minor, currency: 'CLP' })
    expect(invoice.state).toBe('void')
    expect(await rowOf(note.documentId)).toMatchObject({
      kind: 'credit_note',
      credited_document_id: ids[n],
      reason: 'Plan equivocado',
      lines: invoice.lines,
    })
    const onNote = { params: { documentId: note.documentId }, body: { reason: 'x' } }
    expect((await portal.envelope(creditCharge, 'admin', onNote)).error).toBe('El documento es una nota de crédito')
  }
  const again = await portal.envelope(creditCharge, 'admin', { ...on(1), body: { reason: 'x' } })
  expect([again.code, again.error]).toEqual(['conflict', 'La factura ya está anulada'])
  const empty = await portal.envelope(creditCharge, 'admin', { ...on(2), body: { reason: ' ' } })
  expect(empty.fields).toEqual({ reason: 'Este campo es requerido' })
  // what is void is owed no more, and was not billed
  const { debt, billing } = await portal.data(getDashboard, 'flota')
  const { total_minor } = await rowOf(ids[2] ?? 0)
  expect([debt.total, billing.series]).toEqual([total_minor, [{ name: 'CLP', data: [total_minor] }]])
})

test('both are in the audit, with who did it', async () => {
  const rows = await auditRows(portal, { entity: 'charge' })
  expect(rows.map(({ action, entity_id }) => [action, entity_id]).sort()).toEqual(
    [
      ['invoice.credited', String(ids[0])],
      ['invoice.credited', String(ids[1])],
      ['invoice.paid', String(ids[0])],
    ].sort(),
  )
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['admin@enlace.test']))
})
