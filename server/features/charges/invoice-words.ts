import type { Language } from '#domain/languages.ts'

/** The labels of a document. */
const WORDS = {
  es: {
    estimate: 'Estimación de cobro',
    reason: 'Motivo',
    to: 'Cliente',
    from: 'Emisor',
    taxId: 'Id. tributario',
    month: 'Mes de cobro',
    cycle: 'Ciclo',
    issued: 'Fecha de emisión',
    due: 'Vence',
    sims: 'SIMs',
    takesBack: 'Anula la factura',
    takenBackBy: 'Anulada por la nota de crédito',
    total: 'Total',
    totalDue: 'Total a pagar',
    totalEstimated: 'Total estimado',
    totalCredited: 'Total acreditado',
    plans: 'Planes',
    item: 'Concepto',
    quantity: 'Cantidad',
    unitPrice: 'Precio unitario',
    amount: 'Monto',
    nothing: 'No hubo cobros en este ciclo.',
    detail: 'El detalle de cada SIM está en el portal, en Reportes › Cobros, y en el archivo CSV de este documento.',
    megabyte: 'Un MB son 1.048.576 bytes. El exceso se redondea hacia arriba una vez por SIM y ciclo.',
    open: 'El ciclo todavía no se cierra: los montos pueden cambiar hasta la emisión.',
    void: 'ANULADA',
    page: 'Página',
    of: 'de',
  },
  en: {
    estimate: 'Estimated bill',
    reason: 'Reason',
    to: 'Customer',
    from: 'Issued by',
    taxId: 'Tax ID',
    month: 'Billing month',
    cycle: 'Cycle',
    issued: 'Date of issue',
    due: 'Due',
    sims: 'SIMs',
    takesBack: 'Takes back invoice',
    takenBackBy: 'Taken back by credit note',
    total: 'Total',
    totalDue: 'Total due',
    totalEstimated: 'Estimated total',
    totalCredited: 'Total credited',
    plans: 'Plans',
    item: 'Item',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    amount: 'Amount',
    nothing: 'Nothing was charged in this cycle.',
    detail: 'See the cost of each SIM in the portal, under Reports › Charges, and in this document’s CSV file.',
    megabyte: 'One MB is 1.048.576 bytes. Overage is rounded up once per SIM and cycle.',
    open: 'The cycle isn’t closed yet: amounts may change until the invoice is issued.',
    void: 'VOID',
    page: 'Page',
    of: 'of',
  },
} as const satisfies Record<Language, Record<string, string>>

export type InvoiceWords = Readonly<Record<keyof (typeof WORDS)['es'], string>>

export const invoiceWords = (language: Language): InvoiceWords => WORDS[language]

const TAGS = { es: 'es-CL', en: 'en-GB' } as const

/** A calendar day in full: '6 de noviembre de 2026', '6 November 2026'. */
export function longDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(TAGS[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** The month of a day: 'octubre de 2026', 'October 2026'. */
export function longMonth(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(TAGS[language], { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
