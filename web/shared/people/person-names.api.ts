import { queryOptions, useQuery } from '@tanstack/react-query'
import { getUserNames } from '#contract/users/users.calls.ts'
import { isEmail } from '#domain/email.ts'
import { call } from '#web/lib/call.ts'

/** As many as the call takes. */
const BATCH = 100

interface Batch {
  readonly emails: string[]
  readonly names: Promise<ReadonlyMap<string, string>>
}

let collecting: Batch | undefined

async function namesOf(emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // once the components of this rendering have asked too
  await Promise.resolve()
  collecting = undefined
  const { names } = await call(getUserNames, { body: { emails: [...emails] } })
  return new Map(names.map(({ userEmail, name }) => [userEmail, name]))
}

/** The name of a user; one call for all that a rendering asks for: a page of a list has a few people in many rows. */
async function findName(email: string): Promise<string> {
  if (!collecting || collecting.emails.length === BATCH) {
    const emails: string[] = []
    collecting = { emails, names: namesOf(emails) }
  }
  collecting.emails.push(email)
  return (await collecting.names).get(email) ?? ''
}

/** '' for those whom the reader may not see, and for users who have been deleted. */
const personNameQuery = (email: string) =>
  // a change of a user invalidates all that begin with 'users'
  queryOptions({ queryKey: ['users', 'name', email], queryFn: () => findName(email), staleTime: Number.POSITIVE_INFINITY })

/**
 * First and last name of who did something, by the e-mail that was recorded; the recorded text itself while the name is not known,
 * and for what is no person (a rule, an agent).
 */
export function usePersonName(recorded: string): string {
  const { data = '' } = useQuery({ ...personNameQuery(recorded), enabled: isEmail(recorded) })
  return data || recorded
}
