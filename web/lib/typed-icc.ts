/** Whether a text can be an ICC as people type it: with or without its check digit, and the F that some readers put behind it. */
export const isTypedIcc = (text: string): boolean => /^\d{18,20}[fF]?$/.test(text)
