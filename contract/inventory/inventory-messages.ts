import { COMPANY_GROUPS_MAX, GROUP_DEPTH_MAX, GROUP_NAME_MAX } from '#domain/groups.ts'
import type { InventoryField } from '#domain/inventory-columns.ts'
import type { LineProblem } from '#domain/inventory-line.ts'
import { LOCK_VALUES_MAX } from '#domain/locks.ts'
import { COMPANY_TAGS_MAX, SIM_TAGS_MAX, TAG_NAME_MAX } from '#domain/tags.ts'
import type { Sentence } from '../sentence.ts'

/** What the import says in both languages: on the page, in the list of bad lines and at the command line. */

export const FIELD_NAMES: Record<InventoryField, Sentence> = {
  iccid: { es: 'ICC', en: 'ICC' },
  iccidWithoutCheckDigit: { es: 'ICC sin dígito verificador', en: 'ICC without check digit' },
  company: { es: 'Empresa', en: 'Company' },
  plan: { es: 'Plan', en: 'Plan' },
  apn: { es: 'APN', en: 'APN' },
  origin: { es: 'Origen', en: 'Origin' },
  simType: { es: 'Tipo de SIM', en: 'SIM type' },
  imsi: { es: 'IMSI', en: 'IMSI' },
  msisdn: { es: 'MSISDN', en: 'MSISDN' },
  imei: { es: 'IMEI', en: 'IMEI' },
  administrativeStatus: { es: 'Estado', en: 'Status' },
  activatedAt: { es: 'Fecha de activación', en: 'Activation date' },
  device: { es: 'Dispositivo', en: 'Device' },
  moduleManufacturer: { es: 'Fabricante del módulo', en: 'Module manufacturer' },
  moduleModel: { es: 'Modelo del módulo', en: 'Module model' },
  customField1: { es: 'Etiqueta', en: 'Label' },
  customField2: { es: 'Campo 2', en: 'Field 2' },
  tags: { es: 'Tags', en: 'Tags' },
  group: { es: 'Grupo', en: 'Group' },
  allowedDevices: { es: 'Dispositivos permitidos', en: 'Allowed devices' },
  allowedPlaces: { es: 'Lugares permitidos', en: 'Allowed places' },
}

export const PROBLEM_SENTENCES: Record<LineProblem, Sentence> = {
  missing: { es: 'falta el valor', en: 'the value is missing' },
  not_digits: { es: 'tiene caracteres que no son dígitos', en: 'contains characters that aren’t digits' },
  rounded: { es: 'la planilla redondeó el número y perdió dígitos', en: 'the spreadsheet rounded the number and lost digits' },
  wrong_length: { es: 'largo incorrecto', en: 'wrong length' },
  wrong_prefix: { es: 'prefijo incorrecto', en: 'wrong prefix' },
  wrong_check_digit: { es: 'dígito verificador incorrecto', en: 'wrong check digit' },
  unknown: { es: 'no existe', en: 'doesn’t exist' },
  ambiguous: { es: 'hay más de uno con ese nombre', en: 'more than one has that name' },
  too_long: { es: 'tiene más de 120 caracteres', en: 'more than 120 characters' },
  broken_text: { es: 'el texto tiene caracteres dañados', en: 'the text has corrupted characters' },
  bad_tags: {
    es: `un tag tiene más de ${TAG_NAME_MAX} caracteres, o hay más de ${SIM_TAGS_MAX}`,
    en: `a tag has more than ${TAG_NAME_MAX} characters, or there are more than ${SIM_TAGS_MAX}`,
  },
  bad_group: {
    es: `un grupo tiene hasta ${GROUP_DEPTH_MAX} nombres de ${GROUP_NAME_MAX} caracteres, separados por /`,
    en: `a group has up to ${GROUP_DEPTH_MAX} names of ${GROUP_NAME_MAX} characters, separated by /`,
  },
  bad_devices: {
    es: `no son IMEI, modelos de 8 dígitos (hasta ${LOCK_VALUES_MAX}), «el primero» ni «cualquiera»`,
    en: `neither IMEIs, models of 8 digits (up to ${LOCK_VALUES_MAX}), “first” nor “any”`,
  },
  bad_places: {
    es: 'no son países (CL), redes (730-01) ni «cualquiera»',
    en: 'neither countries (CL), networks (730-01) nor “any”',
  },
  too_many_tags: { es: `la SIM tendría más de ${SIM_TAGS_MAX}`, en: `the SIM would have more than ${SIM_TAGS_MAX}` },
  too_many_company_tags: {
    es: `la empresa tendría más de ${COMPANY_TAGS_MAX}`,
    en: `the company would have more than ${COMPANY_TAGS_MAX}`,
  },
  too_many_company_groups: {
    es: `la empresa tendría más de ${COMPANY_GROUPS_MAX}`,
    en: `the company would have more than ${COMPANY_GROUPS_MAX}`,
  },
  group_by_rule: {
    es: 'el grupo es por regla: las SIMs entran y salen solas',
    en: 'the group is by rule: SIMs enter and leave it by themselves',
  },
  bad_date: { es: 'no es una fecha válida', en: 'not a valid date' },
  future_date: { es: 'la fecha está en el futuro', en: 'the date is in the future' },
  contradicts_status: {
    es: 'una SIM lista para usar no tiene fecha de activación',
    en: 'a SIM that is ready to use has no activation date',
  },
  plan_of_other_origin: { es: 'el plan es de otro origen', en: 'the plan has another origin' },
  plan_of_other_type: { es: 'el plan es de otro tipo de SIM', en: 'the plan has another SIM type' },
  repeated_in_file: {
    es: 'el mismo ICC está antes en el archivo con otros valores',
    en: 'the same ICC appears earlier in the file with other values',
  },
  of_other_company: {
    es: 'la SIM ya existe y es de otra empresa',
    en: 'the SIM already exists and belongs to another company',
  },
  taken: { es: 'otra SIM ya tiene este número', en: 'another SIM already has this number' },
}

/** Why a whole file can't be taken in. */
export const FILE_SENTENCES = {
  empty_file: { es: 'El archivo está vacío', en: 'The file is empty' },
  old_excel: {
    es: 'Es un archivo de Excel antiguo o con contraseña; guárdelo como .xlsx sin contraseña',
    en: 'The Excel file is old or password-protected; save it as .xlsx without a password',
  },
  not_text: { es: 'No es un archivo CSV, TSV ni XLSX', en: 'This is not a CSV, TSV or XLSX file' },
  open_quote: { es: 'Hay una comilla sin cerrar', en: 'There’s an unclosed quote' },
  broken_spreadsheet: { es: 'La planilla está dañada', en: 'The spreadsheet is damaged' },
  encrypted_spreadsheet: { es: 'La planilla está cifrada', en: 'The spreadsheet is encrypted' },
  oversized_spreadsheet: {
    es: 'El contenido de la planilla es demasiado grande',
    en: 'The spreadsheet’s content is too large',
  },
  no_sheet: { es: 'La planilla no tiene hojas visibles', en: 'The spreadsheet has no visible sheets' },
  too_many_problems: {
    es: 'Hay demasiadas líneas con error; revise el campo de cada columna',
    en: 'Too many lines with errors; check each column’s field',
  },
  interrupted: {
    es: 'La importación se interrumpió; no se importó nada',
    en: 'The import was interrupted; nothing was imported',
  },
  network_failed: {
    es: 'La red no entregó su lista completa de SIMs; no se importó nada',
    en: 'The network didn’t return its full SIM list; nothing was imported',
  },
  internal: { es: 'Ha ocurrido un error; no se importó nada', en: 'An error has occurred; nothing was imported' },
} as const satisfies Record<string, Sentence>
export type FileProblem = keyof typeof FILE_SENTENCES

/** A file has more lines than its call takes. */
export const tooManyLinesSentence = (most: number): Sentence => ({
  es: `El archivo puede tener hasta ${most.toLocaleString('es')} líneas; divídalo en varios`,
  en: `A file can have up to ${most.toLocaleString('en')} lines; split it into several`,
})

export const MAPPING_SENTENCES = {
  iccid_missing: { es: 'Indique la columna del ICC', en: 'Choose the ICC column' },
  iccid_twice: { es: 'Solo una columna puede tener el ICC', en: 'Only one column can be the ICC' },
  field_twice: { es: 'Dos columnas tienen el mismo campo', en: 'Two columns have the same field' },
} as const satisfies Record<string, Sentence>

/** Why SIMs are not taken in from a network. */
export const NETWORK_IMPORT_SENTENCES = {
  lists_nothing: { es: 'Esta red no entrega la lista de sus SIMs', en: 'This network doesn’t list its SIMs' },
  unknown_company: { es: 'La empresa no existe', en: 'The company doesn’t exist' },
  unknown_apn: { es: 'El APN no existe', en: 'The APN doesn’t exist' },
  unknown_plan: { es: 'El plan no existe', en: 'The plan doesn’t exist' },
  other_network: {
    es: 'Las SIMs de este plan van por otra red: cambie las rutas o elija otro plan',
    en: 'This plan’s SIMs use another network: change the routes or choose another plan',
  },
} as const satisfies Record<string, Sentence>
