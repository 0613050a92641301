import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { InvoiceFacts } from './invoice-facts.ts'
import { invoicePdf } from './invoice-pdf.ts'

const party = { businessName: 'Transportes Andes Sur SpA', tin: '96.731.890-1', country: 'Chile' }
const concept = { kind: 'price', planCode: 'IOT250', planName: 'IoT 250 MB', lines: 7, quantity: 7, unitMb: 1 } as const
const facts: InvoiceFacts = {
  ...{ language: 'es', document: 'invoice', state: 'issued', number: 'F-00004812', otherNumber: null, reason: '' },
  ...{ issuedOn: '2026-11-06', dueOn: '2026-12-06', cycle: { first: '2026-10-01', last: '2026-10-31' } },
  ...{ issuer: { ...party, businessName: 'Enlace Operaciones S.A.' }, customer: party },
  ...{ currency: 'CLP', totalMinor: 8330, sims: 7, concepts: [{ ...concept, unit: 1190, amount: 8330 }] },
}
const draw = (more: Partial<InvoiceFacts> = {}): Promise<Buffer> => buffer(invoicePdf({ ...facts, ...more }))
/** What stands in the file as it is; the sheets' contents are packed. */
const plain = async (more: Partial<InvoiceFacts> = {}): Promise<string> => (await draw(more)).toString('latin1')
const sheets = (pdf: string): number => pdf.match(/\/Type \/Page\b/g)?.length ?? 0

test('an issued document has the same bytes each time, paid or not; a void one is stamped', async () => {
  const issued = await draw()
  expect(issued.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await draw()).equals(issued)).toBe(true)
  expect((await draw({ state: 'overdue' })).equals(issued)).toBe(true)
  expect((await draw({ state: 'paid' })).equals(issued)).toBe(true)
  expect((await draw({ state: 'void', otherNumber: 'NC-00000091' })).equals(issued)).toBe(false)
})

test('it says its language, and has its own letters along', async () => {
  expect(await plain()).toContain('/Lang (es)')
  expect(await plain({ language: 'en' })).toContain('/Lang (en)')
  const pdf = await plain()
  expect(pdf.match(/\/FontFile2/g)?.length).toBe(3)
  expect(pdf).not.toContain('Helvetica')
})

test('many plans go on over further sheets, names of any length stay in their places', async () => {
  const plans = Array.from({ length: 90 }, (_, n) => ({
    ...concept,
    planName: `Plan ${n} `.repeat(30),
    unit: -12.5,
    amount: -n,
  }))
  expect(sheets(await plain())).toBe(1)
  expect(sheets(await plain({ concepts: plans }))).toBe(3)
  const long = { ...party, businessName: 'Compañía de Ñandúes '.repeat(40) }
  expect(sheets(await plain({ customer: long, issuer: long, concepts: [], reason: 'porque sí '.repeat(50) }))).toBe(1)
})
