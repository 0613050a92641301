import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** A reason to stop that is one sentence for the person at the terminal. */
export class Failure extends Error {}

/** Does one piece of work under a line that says what it is and, when it is done, how long it took. */
export async function step(label, work) {
  const begin = Date.now()
  const out = process.stdout
  const overwrite = out.isTTY ? '\r\x1b[2K' : ''
  out.write(out.isTTY ? `  … ${label}` : `  … ${label}\n`)
  const tick = () => out.write(`${overwrite}  … ${label}: ${Math.round((Date.now() - begin) / 1000)} s`)
  const ticking = out.isTTY ? setInterval(tick, 1000) : undefined
  try {
    const result = await work()
    out.write(`${overwrite}  ✓ ${label} (${((Date.now() - begin) / 1000).toFixed(1)} s)\n`)
    return result
  } catch (error) {
    out.write(overwrite)
    throw error
  } finally {
    clearInterval(ticking)
  }
}

/**
 * Runs a program quietly. Resolves to what it printed, rejects with a Failure made from `explain(output)`.
 * @param stopAt what the program prints when it goes on although it has failed; it is then ended
 */
export function quietly(program, args, { cwd = root, explain, stopAt }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const fail = (reason) => reject(new Failure(explain(reason)))
    const collect = (chunk) => {
      output += chunk
      if (stopAt?.test(output)) child.kill()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => fail(error.message))
    child.on('close', (code) => (code === 0 && !stopAt?.test(output) ? resolve(output) : fail(output)))
  })
}

/**
 * npm tells its scripts about itself by variables, which another npm below would take for its own settings;
 * NODE_ENV=production would make it leave out what builds the page.
 */
function cleanEnvironment() {
  const isInTheWay = (name) => /^(NODE_ENV$|npm_(package|lifecycle|command|config_(local_|global_)?prefix))/i.test(name)
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isInTheWay(name))), ...threadPoolAwake() }
}

/** What a Node program gets in its environment so that its thread pool stays awake; those that it starts inherit it. */
export function threadPoolAwake() {
  const file = JSON.stringify(join(root, 'scripts/bootstrap/keep-thread-pool-awake.cjs'))
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${file}`.trim() }
}
