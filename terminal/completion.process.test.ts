import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'enlace-completion-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = join(folder, 'enlace')
writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'enlace.ts')}" "$@"\n`)
chmodSync(program, 0o755)
const env = {
  PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
  HOME: folder,
  LANG: 'C.UTF-8',
  TERM: 'xterm',
}

/** Runs a script in a shell; fails the test with what it complains of. */
function runIn(shell: string, args: readonly string[], script: string): string {
  const { status, stdout, stderr } = spawnSync(shell, [...args, script], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

const isThere = (shell: string): boolean => spawnSync('which', [shell], { stdio: 'ignore' }).status === 0
const missing = ['zsh', 'fish'].filter((shell) => !isThere(shell))
if (missing.length > 0) console.error(`NOT TESTED: completion in ${missing.join(' and ')}, which are not installed.`)

/** What is typed, and what the line is after the tabulator: a command, an option, a value, a call and its field. */
const LINES = [
  ['enlace sims hib', 'enlace sims hibernate '],
  ['enlace sims list --sil', 'enlace sims list --silent-for '],
  ['enlace sims list --silent-for 7', 'enlace sims list --silent-for 7d '],
  ['enlace call getFleet', 'enlace call getFleetUsage '],
  ['enlace call getSim i', 'enlace call getSim icc='],
] as const

describe.skipIf(!isThere('bash'))('in bash', () => {
  test.each(LINES)('%s', (typed, line) => {
    const words = typed.split(' ')
    const asked = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _enlace; echo "\${COMPREPLY[*]}"`
    const printed = runIn('bash', ['--norc', '-c'], `source <(enlace completion bash); ${asked}`)
    expect(printed.trim()).toBe(line.trim().split(' ').at(-1))
  })
})

describe.skipIf(missing.includes('fish'))('in fish', () => {
  const offered = (typed: string) =>
    runIn('fish', ['--no-config', '-c'], `enlace completion fish | source; complete -C '${typed}'`)
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))

  test.each(LINES)('%s', (typed, line) => {
    expect(offered(typed).map(([word]) => word)).toEqual([line.trim().split(' ').at(-1)])
  })

  test('words stand beside what they are for', () => {
    expect(offered('enlace sims hib')[0]?.[1]).toMatch(/^[A-Z].*SIM/)
  })

  test('after --output files are offered', () => {
    writeFileSync(join(folder, 'sims-of-today.csv'), '')
    expect(offered('enlace sims export --output sims-of').map(([word]) => word)).toEqual(['sims-of-today.csv'])
  })
})

/** A zsh with a terminal of its own: the last key prints the line as it is then. */
const ZPTY = (typed: string) => String.raw`
zmodload zsh/zpty
zpty -b shell zsh -f -i
say() { zpty -w shell "$1" }
say 'PS1=; unset zle_bracketed_paste; LISTMAX=10000'
say 'autoload -U compinit && compinit -u -D'
say 'source <(enlace completion zsh)'
say 'show() { print -r -- "LINE<$BUFFER>"; BUFFER="" }; zle -N show; bindkey "^X" show'
say 'print REA""DY'
zpty -r -m shell seen '*READY*'
zpty -n -w shell $'${typed}\t\x18'
zpty -r -m shell seen '*LINE<*>*'
print -r -- "$seen"
zpty -d shell
`

describe.skipIf(missing.includes('zsh'))('in zsh', () => {
  const lineAfter = (typed: string) => /LINE<(.*)>/.exec(runIn('zsh', ['-f', '-c'], ZPTY(typed)))?.[1]

  test.each(LINES)('%s', (typed, line) => {
    expect(lineAfter(typed)).toBe(line)
  })
})
