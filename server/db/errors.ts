import { errorCode } from '../start-failure.ts'

/** Why PostgreSQL refused a statement: the SQLSTATE that it gives the error (manual, appendix A). */
const SQLSTATE = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  checkViolation: '23514',
  /** a time zone of a name that the server does not have, among others */
  invalidParameterValue: '22023',
  lockNotAvailable: '55P03',
  internalError: 'XX000',
} as const

/** Ended in favour of another transaction: a deadlock, or no order in which both could have run. */
const PASSING: ReadonlySet<string> = new Set(['40P01', '40001'])

/** A value that no column of its type can hold: out of range, no such moment, no such text. */
const NOT_HELD: ReadonlySet<string> = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])

/** Citus gives what INSERT … SELECT meets on another machine the state of an internal error (multi_copy.c). */
const isDuplicateElsewhere = (error: unknown): boolean =>
  errorCode(error) === SQLSTATE.internalError && /^duplicate key value violates unique/.test((error as Error).message)

export const isUniqueViolation = (error: unknown): boolean =>
  errorCode(error) === SQLSTATE.uniqueViolation || isDuplicateElsewhere(error)
export const isCheckViolation = (error: unknown): boolean => errorCode(error) === SQLSTATE.checkViolation
export const isForeignKeyViolation = (error: unknown): boolean => errorCode(error) === SQLSTATE.foreignKeyViolation
/** The time limit for waiting for a lock is over. */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === SQLSTATE.lockNotAvailable
export const isInvalidParameter = (error: unknown): boolean => errorCode(error) === SQLSTATE.invalidParameterValue

/**
 * A row that was on its way to the default partition when the partition of its month was attached: PostgreSQL checks the default
 * partition's bounds, which have no name, where a CHECK of ours has one; Citus passes on neither table nor constraint of what another
 * machine refuses. Tried again, the row goes to its month.
 */
function isPartitionAttached(error: unknown): boolean {
  if (errorCode(error) !== SQLSTATE.checkViolation) return false
  const { constraint, table, message } = error as { constraint?: string; table?: string; message: string }
  return constraint === undefined && (table !== undefined || /partition constraint/.test(message))
}

/**
 * A tag or a group that was deleted between the statement that found it and the one that gives it to SIMs: the transaction makes it
 * again, or no longer finds it. By the message: Citus passes on no constraint of what another machine refuses.
 */
const isTagDeleted = (error: unknown): boolean =>
  isForeignKeyViolation(error) && /constraint "(sim|group)_tags_company_id_tag_id_fkey/.test((error as Error).message)

/**
 * The company that a new row is for was deleted between the statement that found it and this one. By the message: Citus passes on no
 * constraint of what another machine refuses.
 */
export const isCompanyDeleted = (error: unknown): boolean =>
  isForeignKeyViolation(error) && /^insert or update on table .*company_id_fkey/.test((error as Error).message)

/** What the same transaction, begun again, would not meet. */
export const isPassing = (error: unknown): boolean =>
  PASSING.has(errorCode(error)) || isPartitionAttached(error) || isTagDeleted(error)

/** The value of a call that a schema let through and the database does not hold. */
export const isNotHeld = (error: unknown): boolean => NOT_HELD.has(errorCode(error))

/**
 * The database is away for a while: its server ends, starts or has become a replica (SQLSTATE), nothing answers (system), or the
 * connection ended under a statement (the driver gives such an error a message and no code).
 */
const AWAY =
  /^(57P0[1-3]|08...|25006|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

export function isDatabaseAway(error: unknown): boolean {
  const code = errorCode(error)
  if (code === '') return error instanceof Error && AWAY_MESSAGE.test(error.message)
  // a socket file that is missing, and no other file
  return AWAY.test(code) || (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect')
}

/** Data that a row cannot hold (classes 21 to 23): it will not do so next time either. */
export const isUnfitData = (error: unknown): error is Error =>
  error instanceof Error && /^2[1-3]...$/.test(errorCode(error)) && !isPassing(error)
