/** Digits that the pair index needs for a selective match: three pairs. */
const INDEXED = 6
const DIGITS = [...'0123456789']

/**
 * The forms in which a text of digits can occur in a longer one that is indexed by pairs. The longer one is indexed
 * twice, from its first digit on and from its second, so in one of the two the text begins with a pair; three zeros are
 * appended to it, so that every occurrence is followed by something. Each form has an even number of digits, at least
 * six; together they miss no occurrence, but may also match false positives.
 * @param digits four or more; for fewer the result is empty, for there would be a thousand forms
 */
export function digitPairs(digits: string): string[] {
  return digits.length < 4 ? [] : filled(digits)
}

/** Cut to whole pairs, with every continuation that makes it long enough. */
function filled(digits: string): string[] {
  if (digits.length >= INDEXED) return [digits.slice(0, digits.length - (digits.length % 2))]
  return DIGITS.flatMap((after) => filled(digits + after))
}

/** Digits at the beginning of an ICC with which no indexed pair begins. */
export const UNINDEXED_DIGITS = 4

/**
 * How the ICCs begin in which a text starts with one of the unindexed digits; none of them is the beginning of another. An ICC
 * begins with 89 (ITU-T E.118).
 */
export function iccBeginnings(digits: string): string[] {
  const starts = ['', '8', '89', ...DIGITS.map((third) => `89${third}`)]
  const beginnings = starts.map((start) => start + digits).filter((icc) => icc.startsWith('89'))
  return beginnings.filter((icc) => !beginnings.some((other) => other !== icc && icc.startsWith(other)))
}
