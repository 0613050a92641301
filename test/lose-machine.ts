import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const COMMAND = process.env.ENLACE_TEST_LOSE_MACHINE ?? ''

/** Runs the command that kills a machine of the cluster under test and starts it again; nothing where none is named. */
export async function loseMachine(): Promise<void> {
  if (COMMAND !== '') await promisify(execFile)('sh', ['-c', COMMAND])
}
