import { type CommonPasswords, type PasswordContext, type PasswordWeakness, passwordWeakness } from '#domain/weak-password.ts'

/** Of those in widest use, so many are also refused with a year or a sign beside them. */
const FIRST = 1000

let list: Promise<CommonPasswords> | undefined

/** 49 000 passwords of public leaks, in wide use first; 5 000 of them keep to our rules once a letter is made a capital. */
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const ranked = dictionary['passwords-common']
  return { all: new Set(ranked), top: new Set(ranked.slice(0, FIRST)) }
}

export type PasswordJudge = (password: string, context: PasswordContext) => PasswordWeakness | undefined

/** Tells passwords that are guessed soon. The list is read with the first password that is set. */
export async function passwordJudge(): Promise<PasswordJudge> {
  list ??= load()
  const common = await list
  return (password, context) => passwordWeakness(password, context, common)
}
