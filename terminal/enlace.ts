#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ending, EXIT } from './failure.ts'
import { run } from './run.ts'
import { styled } from './screen.ts'

/** Of the package that this file is in, or of the repository. */
const version = (): string => JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version

// who reads no further (`| head`) has what was asked for
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.unexpected))
process.on('SIGINT', () => process.exit(EXIT.interrupted))

try {
  await run(process.argv.slice(2), version())
} catch (error) {
  const isOurs = error instanceof Ending
  const sentence = isOurs ? error.message : `This is an error of enlace itself: ${error instanceof Error ? error.stack : error}`
  process.stderr.write(`${styled('enlace:', 'red', process.stderr)} ${sentence}\n`)
  process.exitCode = isOurs ? error.code : EXIT.unexpected
}
