const DIGITS = /^\d{18,22}$/

/** Whether what a line names its SIM by can be a whole ICC; what people hand in may be anything. */
export const isWholeIcc = (given: string): boolean => DIGITS.test(given)
