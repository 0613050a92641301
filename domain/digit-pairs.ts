/** Digits that an index of pairs needs to tell a text: three pairs. */
const INDEXED = 6
const DIGITS = [...'0123456789']

/**
 * A text of digits as it can stand in a longer one that is cut into pairs. The longer one is cut twice, from its first digit on
 * and from its second, so in one of the two the text begins with a pair; and it ends in three zeros of ours, so that every text
 * is followed by something. Each answer is an even number of digits, at least six; together they miss no place in which the text
 * stands, but may also name places in which it does not.
 * @param digits four or more; for fewer the answer is empty, for there would be a thousand
 */
export function digitPairs(digits: string): string[] {
  return digits.length < 4 ? [] : filled(digits)
}

/** In whole pairs, with every ending that makes it long enough. */
function filled(digits: string): string[] {
  if (digits.length >= INDEXED) return [digits.slice(0, digits.length - (digits.length % 2))]
  return DIGITS.flatMap((after) => filled(digits + after))
}
