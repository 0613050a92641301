import pg from 'pg'
import { sqlProblems } from '../scripts/check-sql.ts'

/** Statements that were judged, by their text; the process may run many files. */
const judged = new Set<string>()
/** Each problem once: what runs in the background fails the test after which it is found. */
const found = new Set<string>()

/** Two statements of a page in one trip (page-rows.ts); on a cluster they take two. */
const HANDS_OVER_KEYS = "current_setting('enlace.page_companies')"

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  for (const text of textsOf(given[0])) if (!judged.has(text)) judge(text)
  return Reflect.apply(query, this, given)
} as typeof query

/** A text, a driver's statement, a pipeline of several (server/db/pipeline.ts) or a COPY. */
function textsOf(statement: unknown): string[] {
  if (typeof statement === 'string') return [statement]
  const { text, statements = [] } = statement as { text?: string; statements?: readonly { text: string }[] }
  return text === undefined ? statements.map((one) => one.text) : [text]
}

function judge(text: string): void {
  const origin = originOf()
  if (origin === undefined) return
  judged.add(text)
  if (text.includes(HANDS_OVER_KEYS)) return
  for (const problem of sqlProblems(text)) found.add(`${origin} ${problem}`)
}

/** The file of the server that sends the statement; what a test itself sends may do anything. */
function originOf(): string | undefined {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 60
  const frames = (new Error().stack ?? '').split('\n')
  Error.stackTraceLimit = limit
  const ours = frames.filter(
    (frame) => !/node_modules|node:|server\/db\/|test\/check-|\.setup\.ts/.test(frame) && frame.includes('/'),
  )
  const [first = ''] = ours
  return /\/server\/.*(?<!\.test)\.ts/.exec(first) ? /(server\/[^)]*?)(:\d+)?\)?$/.exec(first)?.[1] : undefined
}

/** @throws Error for statements since the last time that a cluster refuses */
export function failForStatements(): void {
  const problems = [...found]
  found.clear()
  if (problems.length > 0) throw new Error(`statements that a cluster refuses (scripts/check-sql.ts)\n${problems.join('\n')}`)
}
