import type { Sentence } from '../sentence.ts'

export const CHARGE_ACTION_SENTENCES = {
  paid: { es: 'La factura quedó pagada', en: 'The invoice is paid' },
  credited: { es: 'La factura quedó anulada con una nota de crédito', en: 'The invoice is void by a credit note' },
  unknown: { es: 'No existe ese documento', en: 'There is no such document' },
  notIssued: { es: 'El ciclo aún no se ha facturado', en: 'The cycle has not been invoiced yet' },
  alreadyPaid: { es: 'La factura ya está pagada', en: 'The invoice is already paid' },
  alreadyVoid: { es: 'La factura ya está anulada', en: 'The invoice is already void' },
  isCreditNote: { es: 'El documento es una nota de crédito', en: 'The document is a credit note' },
  paidInFuture: { es: 'La fecha de pago no puede ser futura', en: 'The day of payment can’t be in the future' },
  paidBeforeIssued: {
    es: 'La fecha de pago no puede ser anterior a la factura',
    en: 'The day of payment can’t be before the invoice',
  },
} as const satisfies Record<string, Sentence>
