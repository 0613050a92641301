import { type Catalog, nameTable } from '#domain/inventory-line.ts'
import { LANGUAGES } from '#domain/languages.ts'
import { originName } from '#domain/origins.ts'
import type { Database } from '#server/db/database.ts'

/** All entities that inventory lines may refer to, with each of their names. */
export async function loadCatalog(db: Database): Promise<Catalog> {
  const [companies, plans, origins, simTypes, apns] = await Promise.all([
    db.selectFrom('companies').select(['company_id', 'business_name', 'fantasy_name', 'tin']).execute(),
    db.selectFrom('plans').select(['plan_code', 'plan_id', 'name', 'origin_id', 'sim_type_id']).execute(),
    db.selectFrom('origins').select(['origin_id', 'name', 'operator_name']).execute(),
    db.selectFrom('sim_types').select(['sim_type_id', 'name']).execute(),
    db.selectFrom('apns').select(['apn_id', 'name', 'apn']).execute(),
  ])
  return {
    companies: namesOf(companies, (company) => [
      company.company_id,
      String(company.company_id),
      company.business_name,
      company.fantasy_name,
      company.tin,
    ]),
    plans: namesOf(plans, (plan) => [
      { planCode: plan.plan_code, originId: plan.origin_id, simTypeId: plan.sim_type_id },
      plan.plan_code,
      plan.name,
    ]),
    origins: namesOf(origins, (origin) => [
      origin.origin_id,
      String(origin.origin_id),
      origin.name,
      ...LANGUAGES.map((language) => originName(origin.name, language)),
      origin.operator_name,
    ]),
    simTypes: namesOf(simTypes, (type) => [type.sim_type_id, String(type.sim_type_id), type.name]),
    apns: namesOf(apns, (apn) => [apn.apn_id, String(apn.apn_id), apn.name, apn.apn]),
  }
}

/** Each row has its value first and then its names. A row's own number or code takes precedence over another row's name. */
function namesOf<Row, T>(rows: readonly Row[], naming: (row: Row) => [T, ...string[]]): ReturnType<typeof nameTable<T>> {
  const named = rows.map((row) => {
    const [value, own = '', ...others] = naming(row)
    return { value, own, others }
  })
  const byOwn = nameTable(named.map(({ own, value }): [string, T] => [own, value]))
  const byName = nameTable(named.flatMap(({ others, value }) => others.map((name): [string, T] => [name, value])))
  return (text) => byOwn(text) ?? byName(text)
}
