import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './shared.mjs'

export const runtimeFolder = join(root, '.runtime')
const privateNpm = join(runtimeFolder, 'node_modules/npm/bin/npm-cli.js')

/** How to call npm: program and first arguments. Our own one when it is there, else the one that runs us, else the one on the path. */
export function npmCommand(node = process.execPath) {
  if (existsSync(privateNpm)) return [node, privateNpm]
  const caller = process.env.npm_execpath ?? ''
  return caller.endsWith('npm-cli.js') ? [process.execPath, caller] : ['npm']
}

/** The major version of that npm; 0 when there is none. */
export function npmMajor() {
  const [program, ...args] = npmCommand()
  try {
    return Number.parseInt(
      execFileSync(program, [...args, '--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      10,
    )
  } catch {
    // no npm at all, or one that does not run on this Node
    return 0
  }
}

/** One sentence for what npm printed when it failed. */
export function npmFailure(what, output) {
  const reasons = [
    [/ENOSPC|no space left/i, 'the disk is full'],
    [/EDQUOT/, 'the disk quota is used up'],
    [/EROFS/, 'the disk is read-only'],
    [/EACCES|EPERM/, 'this user may not write here'],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT|network/i,
      'the npm registry cannot be reached',
    ],
    [/E401|E403/, 'the npm registry refuses access'],
    [/ENOENT/, 'npm is missing; install Node.js with npm'],
    [/EUSAGE|in sync/, 'package.json and package-lock.json do not fit together'],
  ]
  const found = reasons.find(([pattern]) => pattern.test(output))
  const lastLine = output
    .trim()
    .split('\n')
    .filter((line) => !/complete log|^\s*$/.test(line))
    .at(-1)
  return `${what} could not be installed: ${found ? found[1] : (lastLine ?? 'npm gave no reason')}.`
}
