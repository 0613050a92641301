import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../db/database.ts'

/** A new device or service of a company. */
export interface NewHardwareItem {
  readonly companyId: number
  readonly kind: 'device' | 'service'
  /** the catalogue's names on that day */
  readonly productType: string
  readonly product: string
  /** 15 digits; '' while unknown, and for services */
  readonly imei?: string
  /** the SIM in it */
  readonly iccid?: string
  readonly customField1?: string
  readonly customField2?: string
  readonly acquiredAt: Date
}

/** Adds devices and services, one row each. The database rejects an IMEI that the company has already. */
export async function addHardwareItems(db: Database | DatabaseTransaction, items: readonly NewHardwareItem[]): Promise<void> {
  await sql`
    INSERT INTO hardware_items (company_id, kind, product_type, product, imei, iccid, custom_field_1, custom_field_2, acquired_at,
      updated_at)
    SELECT "companyId", kind, "productType", product, coalesce(imei, ''), iccid, coalesce("customField1", ''),
      coalesce("customField2", ''), "acquiredAt", "acquiredAt"
    FROM json_to_recordset(${JSON.stringify(items)}::json) AS n("companyId" int, kind text, "productType" text, product text, imei text,
      iccid text, "customField1" text, "customField2" text, "acquiredAt" timestamptz)`.execute(db)
}
