import type { Sentence } from '../sentence.ts'

export const CHARGE_ACTION_SENTENCES = {
  paid: { es: 'Factura marcada como pagada', en: 'Invoice marked as paid' },
  credited: { es: 'Factura anulada con una nota de crédito', en: 'Invoice voided with a credit note' },
  unknown: { es: 'No existe ese documento', en: 'Document not found' },
  notIssued: { es: 'El ciclo todavía no se ha facturado', en: 'The cycle hasn’t been invoiced yet' },
  alreadyPaid: { es: 'La factura ya está pagada', en: 'The invoice is already paid' },
  alreadyVoid: { es: 'La factura ya está anulada', en: 'The invoice is already void' },
  isCreditNote: { es: 'El documento es una nota de crédito', en: 'The document is a credit note' },
  paidInFuture: { es: 'La fecha de pago no puede ser futura', en: 'The payment date can’t be in the future' },
  paidBeforeIssued: {
    es: 'La fecha de pago no puede ser anterior a la factura',
    en: 'The payment date can’t be before the invoice',
  },
} as const satisfies Record<string, Sentence>
