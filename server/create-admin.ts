import { parseArgs } from 'node:util'
import { PASSWORD_SENTENCES, WEAK_PASSWORD_SENTENCES } from '#contract/messages.ts'
import { isEmail } from '#domain/email.ts'
import { passwordProblems } from '#domain/password.ts'
import type { PasswordContext } from '#domain/weak-password.ts'
import type { Config } from './config.ts'
import { createDatabase } from './db/database.ts'
import { createAdmin, type NewAdmin } from './features/identity/create-admin.commands.ts'
import { loadPasswordCheck, type PasswordCheck } from './secrets/weak-passwords.ts'
import { openDatabase } from './start/open-database.ts'
import { prompt, promptSecret } from './start/prompt.ts'
import { runCommand } from './start/run-command.ts'
import { StartFailure } from './start-failure.ts'

const usage =
  'At a terminal this command asks; elsewhere give --email, --name and the variable ENLACE_ADMIN_PASSWORD (and --last-name, --company if you like).'

type Problem = (text: string) => string | undefined
const emailProblem: Problem = (text) => (isEmail(text) ? undefined : 'That is not an e-mail address.')
const nameProblem: Problem = (text) => (text === '' ? 'A name is needed.' : undefined)
const passwordProblem =
  (judge: PasswordCheck, context: PasswordContext): Problem =>
  (text) => {
    const problems = passwordProblems(text).map((problem) => PASSWORD_SENTENCES[problem].en)
    const weakness = problems.length === 0 ? judge(text, context) : undefined
    if (weakness) problems.push(WEAK_PASSWORD_SENTENCES[weakness].en)
    return problems.length === 0 ? undefined : `The password: ${problems.join('. ')}.`
  }

function readArguments() {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ options: { email: text, name: text, 'last-name': text, company: text } }).values
  } catch (error) {
    throw new StartFailure(usage, { cause: error })
  }
}

/** A value given beforehand, or asked for at the terminal. */
async function obtain(given: string | undefined, problemOf: Problem, question: () => Promise<string>): Promise<string> {
  if (given === undefined && !process.stdin.isTTY) throw new StartFailure(usage)
  if (given === undefined) return question()
  const problem = problemOf(given)
  if (problem !== undefined) throw new StartFailure(problem)
  return given
}

async function readAdmin(): Promise<NewAdmin> {
  const given = readArguments()
  const email = await obtain(given.email, emailProblem, () => prompt('E-mail', emailProblem))
  const name = await obtain(given.name, nameProblem, () => prompt('Name', nameProblem))
  const lastName = given['last-name'] ?? ''
  const companyName = given.company ?? 'Enlace'
  const problem = passwordProblem(await loadPasswordCheck(), [email, name, lastName, companyName])
  const password = await obtain(process.env.ENLACE_ADMIN_PASSWORD, problem, () => promptSecret('Password', problem))
  return { email, name, password, lastName, companyName }
}

async function run(config: Config): Promise<void> {
  const admin = await readAdmin()
  const { pool, close } = await openDatabase(config, { mayShare: true })
  try {
    const isNew = await createAdmin(createDatabase(pool), admin, new Date())
    if (!isNew) throw new StartFailure(`There is already a user with the e-mail ${admin.email}.`)
    console.log(`${admin.email} can sign in now.`)
  } finally {
    await close()
  }
}

await runCommand(run)
