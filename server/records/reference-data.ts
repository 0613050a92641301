import { countryName } from '#domain/country-names.ts'
import { ORIGINS } from '#domain/origins.ts'
import type { Database } from '#server/db/database.ts'

/** ISO 3166-1 alpha-2, all 249. A country's id is its place in this list; new ones go to the end. */
const COUNTRY_CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL ' +
  'GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA ' +
  'LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP ' +
  'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV ' +
  'SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

/** The id of a country by its ISO 3166-1 alpha-2 code. */
export function countryId(iso2: string): number {
  const index = COUNTRY_CODES.indexOf(iso2)
  if (index < 0) throw new Error(`no country ${iso2}`)
  return index + 1
}

/** Operators of the origins, named as the installation's contracts are. */
const OPERATORS = [
  'Movistar Chile',
  'Movistar Perú',
  'Movistar México',
  'Movistar Ecuador',
  'Movistar Argentina',
  'T-Mobile USA',
  'Vodafone Alemania',
]
const originRows = ORIGINS.map(({ originId, name }, place) => ({
  origin_id: originId,
  name,
  operator_name: OPERATORS[place] ?? name,
}))

/** Types of SIM, specification section 3. */
const SIM_TYPES = [
  { sim_type_id: 1, name: 'Legacy' },
  { sim_type_id: 2, name: 'Local' },
  { sim_type_id: 3, name: 'Global' },
  { sim_type_id: 4, name: 'Manager' },
  { sim_type_id: 5, name: 'Vodafone' },
  { sim_type_id: 6, name: 'Chat SMS' },
]

function countryRows() {
  return COUNTRY_CODES.map((iso2, index) => ({
    country_id: index + 1,
    iso2,
    name_es: countryName(iso2, 'es'),
    name_en: countryName(iso2, 'en'),
  }))
}

/** Puts in the countries, origins and types of SIM that are not there yet; what is there stays as it is. */
export async function ensureReferenceData(db: Database): Promise<void> {
  await db
    .insertInto('countries')
    .values(countryRows())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('origins')
    .values(originRows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('sim_types')
    .values(SIM_TYPES)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
