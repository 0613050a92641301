const DIGITS = /^\d{18,22}$/

/** Whether a line's identifier can be a complete ICC; users' input may be anything. */
export const isWholeIcc = (given: string): boolean => DIGITS.test(given)
