import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const LOCAL = '127.0.0.1'
const { HOST = LOCAL, PORT = '3000' } = process.env
/** The page is where `npm start` has it; the server is next door. */
const page = { host: HOST, port: Number(PORT) }
const server = { host: LOCAL, port: page.port + 1 }

/** The server, started again on each change, and Vite, which passes calls on to it. Ctrl-C ends both. */
const programs: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], {
    HOST: server.host,
    PORT: String(server.port),
    // where a browser finds all of it
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${page.host}:${page.port}`,
  }),
  run(['node_modules/vite/bin/vite.js', '--clearScreen', 'false', '--host', page.host, '--port', PORT, '--strictPort'], {
    ENLACE_SERVER: `http://${server.host}:${server.port}`,
  }),
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
