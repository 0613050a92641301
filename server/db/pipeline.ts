import pg, { type Connection, type Pool, type Submittable } from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** for a constant text: prepared once per connection; without a name it is planned for its own values */
  readonly name?: string | undefined
}

/** Cells as PostgreSQL prints them. */
export type RawRow = (string | null)[]

/** Prepared statements of a connection. */
const planned = new WeakMap<Connection, Set<string>>()

function plannedOn(connection: Connection): Set<string> {
  const known = planned.get(connection) ?? new Set<string>()
  planned.set(connection, known)
  return known
}

/** The driver's own conversion of values, which its types leave out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => Buffer | string | null } }).utils

/**
 * Statements sent together and answered together: one round trip instead of one each, and one transaction, so that a setting made
 * by the first (`set_config(…, true)`) holds for the second. Columns are not described: the caller has them.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class Pipeline implements Submittable {
  readonly statements: readonly Statement[]
  /** set by the driver, called once */
  callback: ((error: Error | null, rows?: RawRow[][]) => void) | undefined
  readonly #rows: RawRow[][]
  #answered = 0

  constructor(statements: readonly Statement[]) {
    this.statements = statements
    this.#rows = statements.map(() => [])
  }

  submit(connection: Connection): void {
    connection.stream.cork()
    for (const statement of this.statements) send(connection, statement)
    connection.sync()
    connection.stream.uncork()
  }

  handleDataRow({ fields }: { fields: RawRow }): void {
    this.#rows[this.#answered]?.push(fields)
  }

  handleCommandComplete(): void {
    this.#answered++
  }

  /** The pool drops the connection of a failed statement, and with it its prepared statements. */
  handleError(error: Error): void {
    this.callback?.(error)
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.#rows)
  }
}

function send(connection: Connection, { text, values, name = '' }: Statement): void {
  const known = plannedOn(connection)
  if (name === '' || !known.has(name)) connection.parse({ text, name, types: [] }, true)
  if (name !== '') known.add(name)
  connection.bind({ statement: name, values: values.map(prepareValue) }, true)
  connection.execute({}, true)
}

/** The rows of each statement, in one round trip. */
export async function pipelined(pool: Pick<Pool, 'query'>, statements: readonly Statement[]): Promise<RawRow[][]> {
  const pending: unknown = pool.query(new Pipeline(statements))
  return (await pending) as RawRow[][]
}
