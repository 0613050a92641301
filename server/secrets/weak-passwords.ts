import { type CommonPasswords, type PasswordContext, type PasswordWeakness, passwordWeakness } from '#domain/weak-password.ts'

/** This many of the most common passwords are also rejected with a year or a sign added. */
const FIRST = 1000

let list: Promise<CommonPasswords> | undefined

/** 49 000 leaked passwords, the most common first; 5 000 of them satisfy our rules once a letter is capitalized. */
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const ranked = dictionary['passwords-common']
  return { all: new Set(ranked), top: new Set(ranked.slice(0, FIRST)) }
}

export type PasswordCheck = (password: string, context: PasswordContext) => PasswordWeakness | undefined

/** A check for passwords that are easily guessed. The list is loaded when the first password is set. */
export async function loadPasswordCheck(): Promise<PasswordCheck> {
  list ??= load()
  const common = await list
  return (password, context) => passwordWeakness(password, context, common)
}
