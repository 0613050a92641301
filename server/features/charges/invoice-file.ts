import type { Ctx } from '#server/context.ts'
import type { FileDownload } from '#server/http/answers.ts'
import { invoiceFacts } from './invoice-facts.ts'
import { invoicePdf } from './invoice-pdf.ts'

export async function invoiceFile(ctx: Ctx, documentId: number): Promise<FileDownload> {
  const facts = await invoiceFacts(ctx, documentId)
  const name = facts.number ?? `estimado-${documentId}-${facts.cycle.first.slice(0, 7)}`
  return { contentType: 'application/pdf', fileName: `${name}.pdf`, content: invoicePdf(facts) }
}
