import { errorCode, StartFailure } from '../start-failure.ts'

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'its name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ENOENT: 'there is no such socket',
  EACCES: 'access to its socket is denied',
  '28P01': 'it refuses the user or the password',
  28000: 'it refuses the user',
  '3D000': 'it has no such database; create it first',
  53300: 'it has no free connection',
  '57P03': 'it is just starting or stopping',
}

const unfit: Record<string, string> = {
  53100: 'The disk of the database is full.',
  53200: 'The database has run out of memory.',
  25006: 'The database is read-only.',
}

/** Host, port and database of a connection string, without user and password. */
export function describeServer(connectionString: string): string {
  const { hostname, port, pathname, searchParams } = new URL(connectionString)
  return `${searchParams.get('host') ?? hostname}:${port || '5432'}${pathname}`
}

/** Turns a foreseeable database error into one sentence; any other is returned as it is. */
export function databaseFailure(error: unknown, databaseUrl: string | undefined): unknown {
  if (error instanceof StartFailure) {
    const deeper = databaseFailure(error.cause, undefined)
    return deeper instanceof StartFailure ? deeper : error
  }
  const code = errorCode(error)
  const sentence = unfit[code]
  if (sentence) return new StartFailure(sentence, { cause: error })
  if (databaseUrl === undefined) return error
  const reason = unreachable[code] ?? otherReason(error)
  if (reason === undefined) return error
  return new StartFailure(`Cannot use the database at ${describeServer(databaseUrl)} (DATABASE_URL): ${reason}.`, {
    cause: error,
  })
}

function otherReason(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : ''
  if (/timeout/i.test(message)) return 'it does not answer'
  if (/certificate|SSL|TLS/i.test(message)) return message.replace(/\.$/, '')
  return /terminated unexpectedly/.test(message) ? 'the connection was cut' : undefined
}
