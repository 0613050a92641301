/** Why a text is not a valid identifier. */
export type IdentifierProblem = 'empty' | 'not_digits' | 'rounded' | 'wrong_length' | 'wrong_prefix' | 'wrong_check_digit'

export type ParsedIdentifier =
  | { readonly value: string; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: IdentifierProblem }

const DIGITS = /^[0-9]+$/
/** '8,95603E+18': a spreadsheet converted the digits to a number, and the last ones are lost. */
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i

/** The digits of a text, or why it is not digits: groups may be separated by spaces (of any kind), hyphens or dots. */
function digitsOf(text: string): ParsedIdentifier {
  if (DIGITS.test(text)) return { value: text }
  const digits = text.replace(/[\s\u200b\ufeff.\-\u2010-\u2015]+/g, '')
  if (digits === '') return { problem: 'empty' }
  if (ROUNDED.test(text.trim())) return { problem: 'rounded' }
  return DIGITS.test(digits) ? { value: digits } : { problem: 'not_digits' }
}

/** Sum of the Luhn formula, with the digit at the right end doubled or not. */
function luhnSum(digits: string, doubleLast: boolean): number {
  let sum = 0
  let double = doubleLast
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits.charCodeAt(index) - 48
    const value = double ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
    double = !double
  }
  return sum
}

/** Computes the check digit (ISO/IEC 7812-1 annex B). */
export function luhnDigit(digits: string): string {
  return String((10 - (luhnSum(digits, true) % 10)) % 10)
}

/** Whether the last digit is the check digit of those before it (ISO/IEC 7812-1 annex B). */
export function isLuhnValid(digits: string): boolean {
  return digits.length > 1 && DIGITS.test(digits) && luhnSum(digits, false) % 10 === 0
}

/** Whether ICCIDs come with check digits: always, never, or to be inferred from their length. */
export type IccidForm = 'complete' | 'without_check_digit' | 'any'

/**
 * An ICCID with its check digit, 19 or 20 digits (ITU-T E.118 section 4: '89', country, issuer, account, Luhn digit).
 * Spaces, hyphens and the F that fills the last half byte on the card (3GPP TS 31.102 section 4.2.2) are taken out.
 *
 * With form 'any', 18 digits get their check digit and 20 digits must have the right one. 19 digits are both a short number
 * with its check digit and a long one without: they are complete if Luhn holds, else their digit is added. So a long number
 * without its digit is misread one time in ten, and a wrong digit in a short number goes unseen; where many come at once,
 * say which form they have: 'complete' refuses a wrong digit, 'without_check_digit' adds it to 18 and 19 digits alike.
 */
export function parseIccid(text: string, form: IccidForm = 'any'): ParsedIdentifier {
  const parsed = digitsOf(DIGITS.test(text) ? text : text.trim().replace(/(?<=\d)[ -]?[fF]$/, ''))
  if (parsed.value === undefined) return parsed
  const digits = parsed.value
  if (!digits.startsWith('89')) return { problem: 'wrong_prefix' }
  const { length } = digits
  if (form === 'without_check_digit') {
    return length === 18 || length === 19 ? { value: digits + luhnDigit(digits) } : { problem: 'wrong_length' }
  }
  if (length < 18 || length > 20) return { problem: 'wrong_length' }
  if (length === 18) return { value: digits + luhnDigit(digits) }
  if (isLuhnValid(digits)) return { value: digits }
  if (length === 19 && form === 'any') return { value: digits + luhnDigit(digits) }
  return { problem: 'wrong_check_digit' }
}

/** The normalised ICCID with its check digit; undefined when the text is not one. See parseIccid. */
export function normaliseIccid(text: string): string | undefined {
  return parseIccid(text).value
}

/**
 * All ICCIDs that a text can mean, the most likely first: two for 19 digits where Luhn holds by chance or on purpose.
 * For look-ups; stored values come from parseIccid.
 */
export function iccidCandidates(text: string): string[] {
  const value = parseIccid(text).value
  if (value === undefined) return []
  const longer = value.length === 19 ? parseIccid(text, 'without_check_digit').value : undefined
  return longer === undefined || longer === value ? [value] : [value, longer]
}

/** An IMSI: 14 or 15 digits, country code first (ITU-T E.212 section 6; 3GPP TS 23.003 section 2.2). */
export function parseImsi(text: string): ParsedIdentifier {
  const parsed = digitsOf(text)
  if (parsed.value === undefined) return parsed
  return parsed.value.length === 14 || parsed.value.length === 15 ? parsed : { problem: 'wrong_length' }
}

/** Whether the text is an IMSI as it is stored: 14 or 15 digits and nothing else (ITU-T E.212 section 6). */
export function isImsi(text: string): boolean {
  return /^[0-9]{14,15}$/.test(text)
}

/**
 * An MSISDN in international form without its plus sign: 7 to 15 digits that do not begin with 0 (ITU-T E.164 section 6.2.1).
 * Takes '+56 9 4417 1988', '0056…', hyphens, dots and brackets.
 */
export function parseMsisdn(text: string): ParsedIdentifier {
  const bare = DIGITS.test(text) ? text : text.trim().replace(/^\+/, '').replace(/[()]/g, '')
  const parsed = digitsOf(bare)
  if (parsed.value === undefined) return parsed
  const digits = parsed.value.replace(/^00/, '')
  if (digits.length < 7 || digits.length > 15) return { problem: 'wrong_length' }
  return digits.startsWith('0') ? { problem: 'wrong_prefix' } : { value: digits }
}

/** The normalised MSISDN; undefined when the text is not one. See parseMsisdn. */
export function normaliseMsisdn(text: string): string | undefined {
  return parseMsisdn(text).value
}

/**
 * An IMEI: 15 digits, the last one its Luhn digit (3GPP TS 23.003 section 6.2.1 and annex B). 14 digits get theirs; of 16,
 * which are an IMEISV (section 6.2.2), the last two are the software version and give way to the check digit.
 */
export function parseImei(text: string): ParsedIdentifier {
  const parsed = digitsOf(text.includes('/') ? text.replaceAll('/', '') : text)
  if (parsed.value === undefined) return parsed
  const digits = parsed.value
  if (digits.length < 14 || digits.length > 16) return { problem: 'wrong_length' }
  const body = digits.slice(0, 14)
  const value = body + luhnDigit(body)
  if (digits.length === 15 && digits !== value) return { problem: 'wrong_check_digit' }
  return { value }
}

/** Whether the text is an IMEI as it is stored: 15 digits with the right check digit (3GPP TS 23.003 section 6.2.1). */
export function isImei(text: string): boolean {
  return text.length === 15 && isLuhnValid(text)
}

/** Digits in groups from the left: an ICCID in fours reads '8956 0300 0418 2774 1933'. */
export function groupDigits(digits: string, sizes: readonly number[] = [4]): string[] {
  const groups: string[] = []
  for (let start = 0; start < digits.length; ) {
    const size = sizes[Math.min(groups.length, sizes.length - 1)] ?? 4
    groups.push(digits.slice(start, start + size))
    start += size
  }
  return groups
}

/** An IMEI as it is printed on devices: '86 435605 118842 7' (3GPP TS 23.003 section 6.2.1: type code, serial number, check). */
export function formatImei(imei: string): string {
  return groupDigits(imei, [2, 6, 6, 1]).join(' ')
}

/** How a country groups its numbers after the country code; a longer code stands before its own prefix. */
const MSISDN_GROUPS: readonly (readonly [code: string, sizes: readonly number[]])[] = [
  ['593', [2, 3, 4]],
  ['56', [1, 4, 4]],
  ['51', [3, 3, 3]],
  ['52', [2, 4, 4]],
  ['54', [1, 2, 4, 4]],
  ['49', [3, 4, 4]],
  ['1', [3, 3, 4]],
]

/** An MSISDN for people: '+56 9 4417 1988' where the country's grouping is known, '+351912345678' elsewhere; '' stays ''. */
export function formatMsisdn(msisdn: string): string {
  if (msisdn === '') return ''
  const known = MSISDN_GROUPS.find(([code]) => msisdn.startsWith(code))
  if (!known) return `+${msisdn}`
  const [code, sizes] = known
  return [`+${code}`, ...groupDigits(msisdn.slice(code.length), sizes)].join(' ')
}
