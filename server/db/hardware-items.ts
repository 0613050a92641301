import type { DatabaseTransaction } from './database.ts'

/** A device or service that a company comes to have. */
export interface NewHardwareItem {
  readonly kind: 'device' | 'service'
  /** as the catalogue calls them on that day */
  readonly productType: string
  readonly product: string
  /** 15 digits; '' while it is not known, and for services */
  readonly imei?: string
  /** the SIM in it */
  readonly iccid?: string
  readonly customField1?: string
  readonly customField2?: string
  readonly acquiredAt: Date
}

/** Parameters of one statement: PostgreSQL takes 65 535, and a row has ten. */
const ROWS = 5_000

/** Gives a company its devices and services, one row each. An IMEI that the company has already is refused by the database. */
export async function addHardwareItems(
  trx: DatabaseTransaction,
  companyId: number,
  items: readonly NewHardwareItem[],
): Promise<void> {
  for (let from = 0; from < items.length; from += ROWS) {
    await trx
      .insertInto('hardware_items')
      .values(items.slice(from, from + ROWS).map((item) => rowOf(companyId, item)))
      .execute()
  }
}

function rowOf(companyId: number, item: NewHardwareItem) {
  const { kind, productType, product, imei = '', iccid, customField1 = '', customField2 = '', acquiredAt } = item
  return {
    company_id: companyId,
    kind,
    product_type: productType,
    product,
    imei,
    iccid: iccid ?? null,
    custom_field_1: customField1,
    custom_field_2: customField2,
    acquired_at: acquiredAt,
    updated_at: acquiredAt,
  }
}
