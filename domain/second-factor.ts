/** How many recovery codes a person gets at a time. */
export const RECOVERY_CODES = 10
/** Letters and digits that are not taken for one another: 30 of them, so that a code of ten has 49 bits. */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LENGTH = 10

export type TypedCode =
  /** six digits of an app that makes codes */
  | { readonly kind: 'app'; readonly code: string }
  /** ten letters and digits, as they are hashed */
  | { readonly kind: 'recovery'; readonly code: string }

/** What a person has typed as the second factor, without blanks and hyphens; undefined when it can be neither kind of code. */
export function typedCode(text: string): TypedCode | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const isRecovery = code.length === RECOVERY_LENGTH && [...code].every((letter) => RECOVERY_ALPHABET.includes(letter))
  return isRecovery ? { kind: 'recovery', code } : undefined
}

/** A recovery code as it is shown: 'K7QRM-2XWEP'. @param code ten letters and digits */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
}
