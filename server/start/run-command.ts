import { type Config, loadConfig } from '../config.ts'
import { databaseFailure } from '../db/database-failure.ts'
import { StartFailure } from '../start-failure.ts'

/** Runs a command with the process's configuration; what can be foreseen to go wrong is one sentence, and the exit code is 1. */
export async function runCommand(command: (config: Config) => Promise<void>): Promise<void> {
  let databaseUrl: string | undefined
  try {
    const config = loadConfig(process.env)
    databaseUrl = config.DATABASE_URL
    await command(config)
  } catch (error) {
    const failure = databaseFailure(error, databaseUrl)
    console.error(failure instanceof StartFailure ? failure.message : failure)
    process.exitCode = 1
  }
}
