import { type Difference, differencesOf } from '#domain/differences.ts'

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** Of a result, what happened to nothing is not said: no errors, none unchanged. */
const isNothing = ({ path, before, after }: Difference): boolean =>
  /^(bad|skipped|unchanged|updated)$/.test(path) && before === null && after === '0'

/** What a new thing is not: what it is describes it. */
const isNot = ({ after }: Difference): boolean => after === 'false'

/** The company of what was created or deleted: its entry is of that company. */
const isOwner = ({ path, before, after }: Difference): boolean => path === 'companyId' && (before === null || after === null)

/** What an entry changed, without numbers whose names the entry has: its company, an alarm beside the name of the alarm. */
export function shownDifferences(before: string | null, after: string | null): Difference[] {
  const all = differencesOf(parsed(before), parsed(after))
  const paths = new Set(all.map(({ path }) => path))
  const isNamed = ({ path }: Difference): boolean => path.endsWith('Id') && paths.has(path.replace(/Id$/, 'Name'))
  return all.filter((one) => !isNothing(one) && !isOwner(one) && !isNamed(one) && !(before === null && isNot(one)))
}
