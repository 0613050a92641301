/** Why a password that keeps to the rules of form is guessed all the same. */
export type PasswordWeakness = 'commonPassword' | 'ownPassword'

/** Passwords that are in wide use, in lower case. */
export interface CommonPasswords {
  readonly all: ReadonlySet<string>
  /** those in widest use, which people adorn with a year or a sign */
  readonly first: ReadonlySet<string>
}

/** Names that somebody who guesses this person's password tries first: their own, their e-mail's, their company's. */
export type PasswordContext = readonly string[]

/** The portal's own name is everybody's. */
const OWN_WORDS = ['enlace']
/** Letters of a word that counts. */
const WORD_MIN = 3
/** Letters and digits beside a word with which it is guessed all the same: a year. */
const ADORNMENT_MAX = 4

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Without accents, in lower case: as guesses are tried. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const unleet = (text: string): string => text.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign)

function wordsOf(context: PasswordContext): string[] {
  const words = [...OWN_WORDS, ...context].flatMap((name) => folded(name).split(/[^\p{L}]+/u))
  // the longest first: what is left of one must not hide another
  return [...new Set(words)].filter((word) => word.length >= WORD_MIN).sort((a, b) => b.length - a.length)
}

/** Without digits and signs before and after it, when they are few. */
function unadorned(text: string): string | undefined {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return text.length - core.length <= ADORNMENT_MAX ? core : undefined
}

function isOwn(text: string, words: readonly string[], common: CommonPasswords): boolean {
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text)
  if (left === text) return false
  const rest = left.replace(/[^\p{L}\p{N}]/gu, '')
  return rest.length <= ADORNMENT_MAX || common.all.has(rest)
}

const isCommon = (text: string, { all, first }: CommonPasswords): boolean => all.has(text) || first.has(unadorned(text) ?? '')

/**
 * Whether a password is one that many use, or little more than a name of its context (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Case, accents and
 * digits that stand for letters make no other password of it.
 */
export function passwordWeakness(
  password: string,
  context: PasswordContext,
  common: CommonPasswords,
): PasswordWeakness | undefined {
  const text = folded(password)
  const forms = [text, unleet(text)]
  const words = wordsOf(context)
  if (forms.some((form) => isOwn(form, words, common))) return 'ownPassword'
  return forms.some((form) => isCommon(form, common)) ? 'commonPassword' : undefined
}
