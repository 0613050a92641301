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
