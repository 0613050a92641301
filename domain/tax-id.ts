const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)

/** The digits' sum, weights counted from the right and begun again when they are used up. */
const weightedFromRight = (digits: string, weights: readonly number[]): number =>
  [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (weights[place % weights.length] ?? 0), 0)

interface Kind {
  /** common name */
  readonly name: string
  /** example for the field's hint; belongs to no person or company */
  readonly example: string
  /** normalised form in two groups: body, and check characters */
  readonly shape: RegExp
  /** the valid check characters for a body; none when no number has this body */
  readonly checks: (body: string) => readonly string[]
  /** formats the normalised form as people write it */
  readonly write: (bare: string) => string
}

/** Rol Único Tributario. Modulo 11, weights 2–7 from the right, 10 is K (Chile, SII; DL 3 of 1969, modulo 11 of the Registro Civil). */
const RUT: Kind = {
  name: 'RUT',
  example: '76.512.340-2',
  shape: /^(\d{6,8})([\dK])$/,
  checks: (body) => ['0K987654321'.charAt(weightedFromRight(body, [2, 3, 4, 5, 6, 7]) % 11)],
  write: (bare) => `${bare.slice(0, -1).replace(/\B(?=(\d{3})+$)/g, '.')}-${bare.slice(-1)}`,
}

/** Registro Único de Contribuyentes: 10, 15, 16, 17 persons, 20 companies. Modulo 11; 10 is 0 and 11 is 1 (Peru, SUNAT). */
const RUC: Kind = {
  name: 'RUC',
  example: '20604187355',
  shape: /^((?:10|15|16|17|20)\d{8})(\d)$/,
  checks: (body) => [String((11 - (weighted(body, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 10)],
  write: (bare) => bare,
}

/** The index of a character is its value; a blank pads the eleven characters of a company. */
const RFC_VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
/**
 * Generic ids for the general public and for foreigners: fixed by the authority, without a check character (Mexico, RMF
 * 2.7.1.23).
 */
const RFC_GENERIC = ['XAXX010101000', 'XEXX010101000']
const RFC_DATE = '\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'

/**
 * Registro Federal de Contribuyentes: three letters of a company or four of a person, a date, two of the homoclave, the check
 * character, modulo 11 with weights 13–2, 10 is A (Mexico, SAT, anexo of the instructive for the key of the RFC).
 */
const RFC: Kind = {
  name: 'RFC',
  example: 'ABA040315QXA',
  shape: new RegExp(`^([A-ZÑ&]{3,4}${RFC_DATE}[A-Z\\d]{2})([\\dA])$`),
  checks: (body) => {
    if (RFC_GENERIC.some((generic) => generic.startsWith(body))) return ['0']
    const sum = [...body.padStart(12, ' ')].reduce((total, char, place) => total + RFC_VALUES.indexOf(char) * (13 - place), 0)
    return ['0A987654321'.charAt(sum % 11)]
  },
  write: (bare) => bare,
}

/** Clave Única de Identificación Tributaria. Modulo 11; of numbers that would check as 10 the prefix is changed (Argentina, AFIP RG 10/97). */
const CUIT: Kind = {
  name: 'CUIT',
  example: '30-70918452-7',
  shape: /^((?:20|23|24|25|26|27|30|33|34)\d{8})(\d)$/,
  checks: (body) => {
    const check = (11 - (weighted(body, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
    return check === 10 ? [] : [String(check)]
  },
  write: (bare) => `${bare.slice(0, 2)}-${bare.slice(2, -1)}-${bare.slice(-1)}`,
}

/** Número de Identificación Tributaria. Modulo 11, primes from the right; 0 and 1 stay as they are (Colombia, DIAN, orden administrativa 4 of 1989). */
const NIT: Kind = {
  name: 'NIT',
  example: '900123456-8',
  shape: /^(\d{6,10})(\d)$/,
  checks: (body) => {
    const rest = weightedFromRight(body, [3, 7, 13, 17, 19, 23, 29, 37, 41, 43]) % 11
    return [String(rest < 2 ? rest : 11 - rest)]
  },
  write: (bare) => `${bare.slice(0, -1)}-${bare.slice(-1)}`,
}

const CNPJ_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9]
/** Letters count as their ASCII code less 48, and so do digits. */
function cnpjDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, char, place) => {
    return total + (char.charCodeAt(0) - 48) * (CNPJ_WEIGHTS[place % CNPJ_WEIGHTS.length] ?? 0)
  }, 0)
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
}

/** Cadastro Nacional da Pessoa Jurídica, with letters since July 2026. Two digits, modulo 11 (Brazil, IN RFB 2.119/2022 and 2.229/2024). */
const CNPJ: Kind = {
  name: 'CNPJ',
  example: '12.ABC.345/01DE-35',
  shape: /^(?!0{12})([A-Z\d]{12})(\d{2})$/,
  checks: (body) => {
    const first = cnpjDigit(body)
    return [first + cnpjDigit(body + first)]
  },
  write: (bare) => bare.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5'),
}

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const CIF_LETTERS = 'JABCDEFGHI'
/** Prefixes whose check is a letter; that of A, B, E and H is a digit, of the others either. */
const CIF_BY_LETTER = /^[PQRSNW]/
const CIF_BY_DIGIT = /^[ABEH]/

function cifSum(digits: string): number {
  return [...digits].reduce((sum, digit, place) => {
    const doubled = Number(digit) * 2
    return sum + (place % 2 === 1 ? Number(digit) : doubled > 9 ? doubled - 9 : doubled)
  }, 0)
}

/** The check characters of seven digits after a letter, in both forms where both are used. */
function cifChecks(body: string): readonly string[] {
  const check = (10 - (cifSum(body.slice(1)) % 10)) % 10
  const letter = CIF_LETTERS[check] ?? ''
  if (CIF_BY_LETTER.test(body)) return [letter]
  return CIF_BY_DIGIT.test(body) ? [String(check)] : [String(check), letter]
}

/** A person's letter, modulo 23: eight digits, or seven behind X, Y, Z (foreigners: 0, 1, 2) or K, L, M (no digit). */
function nifLetter(body: string): string {
  const first = 'XYZ'.indexOf(body[0] ?? '')
  const digits = /^\d/.test(body) ? body : `${first < 0 ? '' : first}${body.slice(1)}`
  return NIF_LETTERS[Number(digits) % 23] ?? ''
}

/** Número de Identificación Fiscal of persons and companies (Spain, RD 1065/2007 art. 18–22, Orden EHA/451/2008). */
const NIF: Kind = {
  name: 'NIF',
  example: 'B12345674',
  shape: /^(\d{8}|[A-HJ-NP-SUVWXYZ]\d{7})([A-Z\d])$/,
  checks: (body) => (/^[\dKLMXYZ]/.test(body) ? [nifLetter(body)] : cifChecks(body)),
  write: (bare) => bare,
}

const KINDS: Readonly<Record<string, Kind>> = { CL: RUT, PE: RUC, MX: RFC, AR: CUIT, CO: NIT, BR: CNPJ, ES: NIF }

/** Letters, digits and separators; the form of other countries' ids. */
const PLAIN = /^[\p{L}\d](?:[\p{L}\d .\-/&]{0,28}[\p{L}\d])?$/u

/** The name and an example of a country's tax id (ISO 3166-1 alpha-2); undefined where any plain id is accepted. */
export function taxIdKind(country: string): Pick<Kind, 'name' | 'example'> | undefined {
  return KINDS[country]
}

/**
 * Whether a text could be a tax id of any country: 1 to 30 letters, digits, blanks, dots, hyphens, slashes or
 * ampersands.
 */
export function isPlainTaxId(text: string): boolean {
  return PLAIN.test(text)
}

/**
 * Normalises a typed tax id, with or without dots, hyphens and blanks, in any case. Undefined when it is not valid in
 * that country by length, letters or check characters. Countries without a rule here accept any plain id.
 * @param country ISO 3166-1 alpha-2; '' when unknown
 */
export function parseTaxId(country: string, text: string): string | undefined {
  const typed = text.normalize('NFC').trim().toUpperCase()
  const kind = KINDS[country]
  if (!kind) return isPlainTaxId(typed) ? typed : undefined
  const bare = typed.replace(/[\s.\-/]/g, '')
  const [, body, check] = kind.shape.exec(bare) ?? []
  if (body === undefined || check === undefined || !kind.checks(body).includes(check)) return undefined
  return kind.write(bare)
}
