import { z } from 'zod'
import { getCharge, getChargeLines, getCharges } from '#contract/charges/charges.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { type Ask, Refused } from './ask.ts'
import { defineTool, page, rowNumberField, type Tool } from './tool.ts'

const invoices = defineTool({
  name: 'list_invoices',
  title: 'Invoices',
  description: 'Charges by cycle, newest first; the open cycle’s is an estimate. Amounts in minor units (cents) of `currency`.',
  scope: 'billing:read',
  input: z.strictObject({ ...getCharges.query.pick({ companyId: true, period: true, state: true }).shape, ...page }),
  run: (ask, query) => ask.rows(getCharges, { query }),
})

/** Documents of a company among which its newest invoice is: the others are the open cycle, and credit notes. */
const NEWEST = 50
const ISSUED = ['issued', 'overdue', 'paid']

async function newestInvoice(ask: Ask, companyId: number | undefined): Promise<number> {
  const company = companyId ?? Number((await ask.data(getSession)).clientId)
  const { rows } = await ask.rows(getCharges, { query: { companyId: company, limit: NEWEST } })
  const newest = (rows as { documentId: number; document: string; state: string }[]).find(
    ({ document, state }) => document === 'invoice' && ISSUED.includes(state),
  )
  if (!newest)
    throw new Refused('not_found', 'no invoice was issued to this company; list_invoices has those of companies below it')
  return newest.documentId
}

/** What explains a difference to the cycle before. */
async function summaryOf(ask: Ask, documentId: unknown): Promise<object | null> {
  if (documentId === null) return null
  const { billingMonth, sims, total, concepts } = await ask.data(getCharge, { params: { documentId: Number(documentId) } })
  return { documentId, billingMonth, sims, total, concepts }
}

const invoice = defineTool({
  name: 'show_invoice',
  title: 'An invoice',
  description:
    'One document with its totals by kind and plan, those of the cycle before, and the lines of the SIMs that cost most. Without `documentId` the newest invoice issued to the person’s company, or to `companyId`. Amounts in minor units of `currency`.',
  scope: 'billing:read',
  input: z.strictObject({
    documentId: rowNumberField.describe('From list_invoices').optional(),
    companyId: rowNumberField.describe('The newest invoice of this company').optional(),
    ...page,
  }),
  resource: {
    folder: 'invoices',
    description: 'A document by its number, as show_invoice answers it.',
    mimeType: 'application/json',
    inputOf: (id) => ({ documentId: Number(id) }),
  },
  run: async (ask, { documentId, companyId, ...query }) => {
    const params = { documentId: documentId ?? (await newestInvoice(ask, companyId)) }
    const [document, lines] = await Promise.all([ask.data(getCharge, { params }), ask.rows(getChargeLines, { params, query })])
    return { document, previous: await summaryOf(ask, document.previousId), lines }
  },
})

export const INVOICE_TOOLS: readonly Tool[] = [invoices, invoice]
