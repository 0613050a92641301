import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'

/** The server, started again on each change, and Vite, which passes calls on to it. Ctrl-C ends both. */
const programs: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], {}),
  run(['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], { ENLACE_SERVER: `http://127.0.0.1:${port}` }),
]

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
}

function endAll(): void {
  for (const program of programs) program.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, endAll)
for (const program of programs) program.on('exit', endAll)
await Promise.all(programs.map((program) => once(program, 'close')))
process.exit()
