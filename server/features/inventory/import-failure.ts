import { FILE_SENTENCES } from '#contract/inventory/inventory-messages.ts'
import { databaseFailure } from '#server/db/database-failure.ts'
import { UnreadableFile } from '../../files/unreadable-file.ts'
import { errorCode, StartFailure } from '../../start-failure.ts'
import { ImportRefused } from './apply-import.ts'

/** How far the command has come. */
export interface ImportStage {
  /** DATABASE_URL; undefined for the database that comes along */
  databaseUrl: string | undefined
  /** the database has answered: what refuses a connection from now on has been stopped */
  isConnected: boolean
}

/** What PostgreSQL says when it is shut down (class 57P), and what a connection says that it cuts. */
const CUT_OFF = /^57P0[1-3]$|^ECONNRESET$|^EPIPE$/
/** What a new connection says once the server is gone: nothing listens on its port, or its socket has been removed. */
const GONE = /^ECONNREFUSED$|^ENOENT$/

function wasStopped(error: unknown, isConnected: boolean): boolean {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : ''
  return CUT_OFF.test(code) || /^Connection terminated/.test(message) || (isConnected && GONE.test(code))
}

/** One sentence for an import that ended early; undefined for an error that nobody foresaw. */
export function importFailure(error: unknown, { databaseUrl, isConnected }: ImportStage): string | undefined {
  if (error instanceof UnreadableFile)
    return `${FILE_SENTENCES[error.reason].en}${error.line > 0 ? ` (line ${error.line})` : ''}.`
  if (error instanceof ImportRefused)
    return 'The fleet changed meanwhile, and lines are bad now. Nothing was imported; check the file again.'
  if (wasStopped(error, isConnected))
    return 'The database was stopped meanwhile. Nothing was imported; start the portal and import the file again.'
  const failure = databaseFailure(error, databaseUrl)
  return failure instanceof StartFailure ? failure.message : undefined
}
