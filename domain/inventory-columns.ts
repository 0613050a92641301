/** The fields a column of an inventory file can hold, in the order in which the mapping offers them. */
export const INVENTORY_FIELDS = [
  'iccid',
  'iccidWithoutCheckDigit',
  'company',
  'plan',
  'apn',
  'origin',
  'simType',
  'imsi',
  'msisdn',
  'imei',
  'administrativeStatus',
  'activatedAt',
  'device',
  'moduleManufacturer',
  'moduleModel',
  'customField1',
  'customField2',
  'tags',
  'group',
  'allowedDevices',
  'allowedPlaces',
] as const
export type InventoryField = (typeof INVENTORY_FIELDS)[number]

/** The field of each column of the file; null for a column that is ignored. */
export type InventoryMapping = readonly (InventoryField | null)[]

/** A text without accents, case, punctuation and doubled spaces: 'Tipo_de  SIM' and 'tipo de sim' are the same name. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Headers in Spanish and English, folded, as carriers, resellers and this product's own exports write them. */
const SYNONYMS: Readonly<Record<InventoryField, readonly string[]>> = {
  iccid: [
    'icc',
    'iccid',
    'icc id',
    'icc sim',
    'sim',
    'sim iccid',
    'iccid sim',
    'numero icc',
    'numero de icc',
    'numero iccid',
    'n icc',
    'no icc',
    'sim number',
    'numero sim',
    'numero de sim',
    'serie sim',
    'sim serial',
    'serial number',
    'tarjeta',
    'tarjeta sim',
    'sim card',
    'icc completo',
    'full iccid',
  ],
  iccidWithoutCheckDigit: [
    'icc sin digito verificador',
    'iccid sin digito verificador',
    'icc sin dv',
    'iccid sin dv',
    'iccid without check digit',
    'icc without check digit',
    'icc 19',
    'iccid 19',
  ],
  company: [
    'empresa',
    'compania',
    'company',
    'company id',
    'companyid',
    'id empresa',
    'empresa id',
    'cliente',
    'client',
    'customer',
    'razon social',
    'business name',
    'nombre empresa',
    'company name',
    'nombre de fantasia',
    'fantasy name',
    'rut',
    'rut empresa',
    'rut cliente',
    'ruc',
    'rfc',
    'cuit',
    'nit',
    'tin',
    'tax id',
    'subcuenta',
    'account',
    'cuenta',
  ],
  plan: [
    'plan',
    'plan code',
    'plancode',
    'codigo plan',
    'codigo de plan',
    'codigo del plan',
    'cod plan',
    'plan name',
    'planname',
    'nombre plan',
    'nombre del plan',
    'tarifa',
    'rate plan',
    'tariff',
    'plan tarifario',
    'plan de datos',
    'data plan',
  ],
  apn: [
    'apn',
    'apn id',
    'apnid',
    'id apn',
    'apn name',
    'apnname',
    'nombre apn',
    'punto de acceso',
    'access point',
    'access point name',
  ],
  origin: [
    'origen',
    'origin',
    'provider',
    'provider id',
    'providerid',
    'provider name',
    'providername',
    'proveedor',
    'id proveedor',
    'operador',
    'operator',
    'carrier',
    'pais',
    'pais de origen',
    'country',
    'origin country',
  ],
  simType: [
    'tipo',
    'tipo sim',
    'tipo de sim',
    'sim type',
    'simtype',
    'sim type id',
    'simtypeid',
    'tipo linea',
    'tipo de linea',
    'type',
    'tipo de plan',
    'plan type',
  ],
  imsi: ['imsi', 'numero imsi', 'imsi number', 'imsi 1', 'primary imsi'],
  msisdn: [
    'msisdn',
    'numero',
    'numero de telefono',
    'numero telefono',
    'numero telefonico',
    'telefono',
    'fono',
    'linea',
    'numero de linea',
    'phone',
    'phone number',
    'number',
    'celular',
    'movil',
    'mobile',
    'mobile number',
    'n linea',
    'n telefono',
  ],
  imei: ['imei', 'numero imei', 'imei number', 'imei equipo', 'device imei', 'imei dispositivo'],
  administrativeStatus: [
    'estado',
    'status',
    'estado administrativo',
    'administrative status',
    'sim status',
    'estado sim',
    'estado de la sim',
    'simadministrativestatusid',
    'sim administrative status id',
    'state',
  ],
  activatedAt: [
    'fecha de activacion',
    'fecha activacion',
    'activacion',
    'activation date',
    'activation',
    'activationdate',
    'activated at',
    'activated',
    'activado el',
    'fecha alta',
    'fecha de alta',
    'alta',
  ],
  device: [
    'dispositivo',
    'device',
    'equipo',
    'device name',
    'nombre dispositivo',
    'modelo equipo',
    'modelo de equipo',
    'device model',
    'terminal',
    'hardware',
  ],
  moduleManufacturer: [
    'fabricante',
    'manufacturer',
    'fabricante modulo',
    'fabricante del modulo',
    'module manufacturer',
    'commmodulemanufacturer',
    'comm module manufacturer',
    'marca',
    'marca modulo',
    'brand',
  ],
  moduleModel: [
    'modelo',
    'model',
    'modelo modulo',
    'modelo del modulo',
    'module model',
    'commmodulemodel',
    'comm module model',
    'modulo',
    'module',
  ],
  customField1: [
    'campo personalizado 1',
    'campo 1',
    'field 1',
    'custom field 1',
    'customfield1',
    'custom 1',
    'etiqueta',
    'label',
    'alias',
    'nombre',
    'name',
    'descripcion',
    'description',
  ],
  customField2: [
    'campo personalizado 2',
    'campo 2',
    'field 2',
    'custom field 2',
    'customfield2',
    'custom 2',
    'nota',
    'notas',
    'note',
    'notes',
    'centro de costo',
    'cost center',
    'referencia',
    'reference',
  ],
  tags: ['tag', 'tags'],
  group: ['grupo', 'group'],
  allowedDevices: ['dispositivos permitidos', 'allowed devices', 'vinculo', 'lock', 'device lock', 'vinculo a dispositivo'],
  allowedPlaces: [
    'lugares permitidos',
    'allowed places',
    'paises permitidos',
    'allowed countries',
    'area lock',
    'vinculo a lugar',
  ],
}

const FIELD_BY_HEADER = new Map<string, InventoryField>(
  INVENTORY_FIELDS.flatMap((field) =>
    [field.toLowerCase(), ...SYNONYMS[field]].map((name): [string, InventoryField] => [name, field]),
  ),
)

/** The field that a header names; undefined when it is not recognised. Words in brackets are ignored. */
export function fieldOfHeader(header: string): InventoryField | undefined {
  return FIELD_BY_HEADER.get(foldName(header)) ?? FIELD_BY_HEADER.get(foldName(header.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')))
}

/** The fields of a header row; of several columns with the same field the first one has it. */
export function matchHeaders(headers: readonly string[]): (InventoryField | null)[] {
  const taken = new Set<InventoryField>()
  return headers.map((header) => {
    const field = fieldOfHeader(header)
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

export interface HeaderRow {
  /** position among the rows examined, from 0 */
  readonly index: number
  readonly mapping: (InventoryField | null)[]
}

/** Rows at the top of a file that may be its header. */
export const HEAD_ROWS = 15

/**
 * Finds the header row among the first rows of a file: the one with most recognised fields, the first of equals. Files
 * often have a title or an empty form above it. Falls back to the very first row.
 */
export function findHeader(rows: readonly (readonly string[])[]): HeaderRow {
  const candidates = rows.map((row, index) => ({ index, mapping: matchHeaders(row) }))
  const known = ({ mapping }: HeaderRow): number => mapping.filter((field) => field !== null).length
  const first = candidates[0] ?? { index: 0, mapping: [] }
  return candidates.reduce((best, next) => (known(next) > known(best) ? next : best), first)
}

export type MappingProblem = 'iccid_missing' | 'iccid_twice' | 'field_twice'

/** Validates a mapping: exactly one ICCID column, and no field in two columns. */
export function mappingProblem(mapping: InventoryMapping): MappingProblem | undefined {
  const fields = mapping.filter((field) => field !== null)
  if (new Set(fields).size !== fields.length) return 'field_twice'
  const iccids = fields.filter((field) => field === 'iccid' || field === 'iccidWithoutCheckDigit').length
  if (iccids === 2) return 'iccid_twice'
  return iccids === 0 ? 'iccid_missing' : undefined
}
