import { FILE_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { databaseFailure } from '#server/db/database-failure.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { errorCode, StartFailure } from '#server/start-failure.ts'
import { ImportRejected } from './apply-import.ts'

/** The progress of the command. */
export interface ImportStage {
  /** DATABASE_URL; undefined for the embedded database */
  databaseUrl: string | undefined
  /** the database has answered: a refused connection means that it was stopped */
  isConnected: boolean
}

/** Errors of a shutdown of PostgreSQL (class 57P), and of connections that it cuts. */
const CONNECTION_CUT = /^57P0[1-3]$|^ECONNRESET$|^EPIPE$/
/** Errors of a new connection once the server is gone: nothing listens on its port, or its socket was removed. */
const SERVER_GONE = /^ECONNREFUSED$|^ENOENT$/

function wasStopped(error: unknown, isConnected: boolean): boolean {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : ''
  return CONNECTION_CUT.test(code) || /^Connection terminated/.test(message) || (isConnected && SERVER_GONE.test(code))
}

/** One sentence for an import that ended early; undefined for an unforeseen error. */
export function importFailure(error: unknown, { databaseUrl, isConnected }: ImportStage): string | undefined {
  if (error instanceof UnreadableFile)
    return `${FILE_SENTENCES[error.reason].en}${error.line > 0 ? ` (line ${error.line})` : ''}.`
  if (error instanceof ImportRejected)
    return 'The fleet changed meanwhile, and lines are bad now. Nothing was imported; check the file again.'
  if (wasStopped(error, isConnected))
    return 'The database was stopped meanwhile. Nothing was imported; start the portal and import the file again.'
  const failure = databaseFailure(error, databaseUrl)
  return failure instanceof StartFailure ? failure.message : undefined
}
