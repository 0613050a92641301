#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ending, EXIT } from './failure.ts'
import { run } from './run.ts'
import { styled } from './screen.ts'

/** Of the package that this file is in: beside it when it was packed, else of the repository. */
function version(): string {
  const files = ['package.json', '../package.json'].map((file) => join(import.meta.dirname, file))
  return JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8')).version
}

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
