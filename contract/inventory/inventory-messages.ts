import type { InventoryField } from '#domain/inventory-columns.ts'
import type { LineProblem } from '#domain/inventory-line.ts'
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
  customField1: { es: 'Campo personalizado 1', en: 'Custom field 1' },
  customField2: { es: 'Campo personalizado 2', en: 'Custom field 2' },
}

export const PROBLEM_SENTENCES: Record<LineProblem, Sentence> = {
  missing: { es: 'falta el valor', en: 'the value is missing' },
  not_digits: { es: 'tiene caracteres que no son dígitos', en: 'it has characters that are not digits' },
  rounded: { es: 'la planilla redondeó el número y perdió dígitos', en: 'the spreadsheet rounded the number and lost digits' },
  wrong_length: { es: 'no tiene el largo correcto', en: 'it does not have the right length' },
  wrong_prefix: { es: 'no comienza como debe', en: 'it does not begin as it must' },
  wrong_check_digit: { es: 'el dígito verificador no corresponde', en: 'the check digit is wrong' },
  unknown: { es: 'no existe', en: 'it does not exist' },
  ambiguous: { es: 'hay más de uno con ese nombre', en: 'more than one has that name' },
  too_long: { es: 'tiene más de 120 caracteres', en: 'it has more than 120 characters' },
  broken_text: { es: 'el texto tiene caracteres dañados', en: 'the text has damaged characters' },
  bad_date: { es: 'no es una fecha válida', en: 'it is not a valid date' },
  future_date: { es: 'la fecha está en el futuro', en: 'the date is in the future' },
  contradicts_status: {
    es: 'una SIM lista para usar no tiene fecha de activación',
    en: 'a SIM that is ready to use has no activation date',
  },
  plan_of_other_origin: { es: 'el plan es de otro origen', en: 'the plan is of another origin' },
  plan_of_other_type: { es: 'el plan es de otro tipo de SIM', en: 'the plan is of another SIM type' },
  repeated_in_file: {
    es: 'el mismo ICC está antes en el archivo con otros valores',
    en: 'the same ICC is earlier in the file with other values',
  },
  of_other_company: { es: 'la SIM ya existe y es de otra empresa', en: 'the SIM exists already and is of another company' },
  taken: { es: 'otra SIM ya tiene este número', en: 'another SIM already has this number' },
}

/** Why a whole file can't be taken in. */
export const FILE_SENTENCES = {
  empty_file: { es: 'El archivo está vacío', en: 'The file is empty' },
  old_excel: {
    es: 'Es un archivo de Excel antiguo o con contraseña; guárdelo como .xlsx sin contraseña',
    en: 'This is an old Excel file or one with a password; save it as .xlsx without a password',
  },
  not_text: { es: 'No es un archivo CSV, TSV ni XLSX', en: 'This is not a CSV, TSV or XLSX file' },
  open_quote: { es: 'Una comilla se abre y no se cierra', en: 'A quote opens and never closes' },
  broken_spreadsheet: { es: 'La planilla está dañada', en: 'The spreadsheet is damaged' },
  encrypted_spreadsheet: { es: 'La planilla está cifrada', en: 'The spreadsheet is encrypted' },
  oversized_spreadsheet: { es: 'La planilla es demasiado grande por dentro', en: 'The spreadsheet is too large inside' },
  no_sheet: { es: 'La planilla no tiene hojas visibles', en: 'The spreadsheet has no visible sheets' },
  too_many_problems: {
    es: 'Hay demasiadas líneas malas; revise a qué campo corresponde cada columna',
    en: 'There are too many bad lines; check which field each column holds',
  },
  interrupted: {
    es: 'La importación se interrumpió; no se importó nada',
    en: 'The import was interrupted; nothing was imported',
  },
  network_failed: {
    es: 'La red no entregó toda su lista de SIMs; no se importó nada',
    en: 'The network did not give its whole list of SIMs; nothing was imported',
  },
  internal: { es: 'Ha ocurrido un error; no se importó nada', en: 'An error has occurred; nothing was imported' },
} as const satisfies Record<string, Sentence>
export type FileProblem = keyof typeof FILE_SENTENCES

export const MAPPING_SENTENCES = {
  iccid_missing: { es: 'Indique qué columna tiene el ICC', en: 'Say which column holds the ICC' },
  iccid_twice: { es: 'Solo una columna puede tener el ICC', en: 'Only one column can hold the ICC' },
  field_twice: { es: 'Dos columnas tienen el mismo campo', en: 'Two columns hold the same field' },
} as const satisfies Record<string, Sentence>

/** Why SIMs are not taken in from a network. */
export const NETWORK_IMPORT_SENTENCES = {
  lists_nothing: { es: 'Esta red no entrega la lista de sus SIMs', en: 'This network does not list its SIMs' },
  unknown_company: { es: 'La empresa no existe', en: 'The company does not exist' },
  unknown_apn: { es: 'El APN no existe', en: 'The APN does not exist' },
  unknown_plan: { es: 'El plan no existe', en: 'The plan does not exist' },
  other_network: {
    es: 'Las SIMs de este plan van por otra red: cambie las reglas o elija otro plan',
    en: "This plan's SIMs go by another network: change the rules or choose another plan",
  },
} as const satisfies Record<string, Sentence>
