/** Number of recovery codes issued at a time. */
export const RECOVERY_CODES = 10
/** Letters and digits that are not confused with one another: 30, so that a code of ten has 49 bits. */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const RECOVERY_LENGTH = 10

export type TypedCode =
  /** six digits of an app that makes codes */
  | { readonly kind: 'app'; readonly code: string }
  /** ten letters and digits, as they are hashed */
  | { readonly kind: 'recovery'; readonly code: string }

/** Parses a typed second factor, ignoring blanks and hyphens; undefined when it is neither kind of code. */
export function typedCode(text: string): TypedCode | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const isRecovery = code.length === RECOVERY_LENGTH && [...code].every((letter) => RECOVERY_ALPHABET.includes(letter))
  return isRecovery ? { kind: 'recovery', code } : undefined
}

/** Formats a recovery code: 'K7QRM-2XWEP'. @param code ten letters and digits */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
}
