/** Why a password that satisfies the formal rules is still easy to guess. */
export type PasswordWeakness = 'commonPassword' | 'ownPassword'

/** Commonly used passwords, in lower case. */
export interface CommonPasswords {
  readonly all: ReadonlySet<string>
  /** the most common ones, which people extend by a year or a sign */
  readonly top: ReadonlySet<string>
}

/** Names that an attacker tries first: the person's own, their e-mail's, their company's. */
export type PasswordContext = readonly string[]

/** The portal's own name applies to every user. */
const OWN_WORDS = ['enlace']
/** Minimum length of a word that counts. */
const WORD_MIN = 3
/** Characters around a word that do not make it harder to guess: a year. */
const AFFIX_MAX = 4

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Normalised as attackers try it: without accents, in lower case. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const unleet = (text: string): string => text.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign)

function wordsOf(context: PasswordContext): string[] {
  const words = [...OWN_WORDS, ...context].flatMap((name) => folded(name).split(/[^\p{L}]+/u))
  // the longest first: the rest of one must not hide another
  return [...new Set(words)].filter((word) => word.length >= WORD_MIN).sort((a, b) => b.length - a.length)
}

/** Strips digits and signs at both ends, when they are few. */
function withoutAffixes(text: string): string | undefined {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return text.length - core.length <= AFFIX_MAX ? core : undefined
}

function isOwn(text: string, words: readonly string[], common: CommonPasswords): boolean {
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), text)
  if (left === text) return false
  const rest = left.replace(/[^\p{L}\p{N}]/gu, '')
  return rest.length <= AFFIX_MAX || common.all.has(rest)
}

const isCommon = (text: string, { all, top }: CommonPasswords): boolean => all.has(text) || top.has(withoutAffixes(text) ?? '')

/**
 * Whether a password is common, or little more than a name of its context (OWASP ASVS 5.0, 6.2.4 and 6.2.11). Case,
 * accents and digits that stand for letters make no difference.
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
