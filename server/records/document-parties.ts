/**
 * Who is billed and who bills, by company, as they are called now: a document keeps it from the day of its issue. Countries are
 * ISO 3166-1 alpha-2, null when unknown.
 */
export const DOCUMENT_PARTIES = `
  SELECT co.company_id, co.business_name AS customer_name, co.tin AS customer_tin, n.iso2 AS customer_country,
    o.business_name AS issuer_name, o.tin AS issuer_tin, m.iso2 AS issuer_country, co.time_zone
  FROM companies co JOIN companies o ON o.company_id = co.lineage[1]
  LEFT JOIN countries n ON n.country_id = co.country_id LEFT JOIN countries m ON m.country_id = o.country_id`

/** Assigns the parties `p` in an UPDATE of charges; `issuedAt` is an SQL expression. The day is the customer's. */
export const keepParties = (issuedAt: string): string => `
  customer_name = p.customer_name, customer_tin = p.customer_tin, customer_country = p.customer_country,
  issuer_name = p.issuer_name, issuer_tin = p.issuer_tin, issuer_country = p.issuer_country,
  issued_on = (${issuedAt}::timestamptz AT TIME ZONE p.time_zone)::date`
