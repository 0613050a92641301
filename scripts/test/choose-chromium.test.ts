import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseChromium, type Machine } from './choose-chromium.ts'

const OWN = '/opt/own/chrome'
const PLAYWRIGHTS = '/home/x/.cache/ms-playwright/chromium/chrome'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const PATH = '/usr/local/bin:/usr/bin'
const APT = {
  kind: 'install',
  commands: [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  ],
}
const ASK = {
  kind: 'ask',
  sentence: expect.stringMatching(/^No Chromium for the browser tests: install .*CHROMIUM_PATH to one\.$/),
}
const use = (path: string) => ({ kind: 'use', path })

const everything = [OWN, '/usr/bin/chromium', MAC, PLAYWRIGHTS]
const CASES: [name: string, given: string, there: string[], more: Partial<Machine>, choice: unknown][] = [
  ['CHROMIUM_PATH goes before all others', OWN, everything, {}, use(OWN)],
  ['then the system’s', '', everything, {}, use('/usr/bin/chromium')],
  [
    'chromium before Chrome, wherever they are',
    '',
    ['/usr/local/bin/google-chrome', '/usr/bin/chromium'],
    {},
    use('/usr/bin/chromium'),
  ],
  ['Chrome where there is no Chromium', '', ['/usr/bin/google-chrome-stable'], {}, use('/usr/bin/google-chrome-stable')],
  ['the application of a Mac', '', [MAC, PLAYWRIGHTS], {}, use(MAC)],
  ['then Playwright’s', '', [PLAYWRIGHTS], { isRoot: true, isDebian: true }, use(PLAYWRIGHTS)],
  ['none, on Debian as root: installed', '', [], { isRoot: true, isDebian: true }, APT],
  ['none, on Debian as somebody else: one line', '', [], { isDebian: true }, ASK],
  ['none, as root elsewhere: one line', '', [], { isRoot: true }, ASK],
  ['none anywhere else: one line', '', [], {}, ASK],
  [
    'CHROMIUM_PATH that names nothing: said, and nothing else taken instead',
    '/nowhere/chrome',
    everything,
    { isRoot: true, isDebian: true },
    { kind: 'ask', sentence: 'CHROMIUM_PATH names /nowhere/chrome, and there is no program.' },
  ],
]
test.each(CASES)('%s', (_name, given, there, more, choice) => {
  const env = { CHROMIUM_PATH: given, PATH }
  const isExecutable = (file: string) => there.includes(file)
  expect(chooseChromium({ env, ofPlaywright: PLAYWRIGHTS, isExecutable, isRoot: false, isDebian: false, ...more })).toEqual(
    choice,
  )
})

test('without PATH only the other places are looked at', () => {
  const machine = { ofPlaywright: PLAYWRIGHTS, isRoot: false, isDebian: false }
  const asked: string[] = []
  const isExecutable = (file: string) => asked.push(file) === 0
  expect(chooseChromium({ ...machine, env: {}, isExecutable })).toEqual(ASK)
  expect(asked.every((file) => file.startsWith('/'))).toBe(true)
  expect(asked).toContain(PLAYWRIGHTS)
})

test.runIf(existsSync('/etc/debian_version'))('Debian understands the command and would install a Chromium, or has one', () => {
  const [program, ...args] = ['apt-get', '--simulate', 'install', '-y', '--no-install-recommends', 'chromium']
  const { stdout, stderr } = spawnSync(program ?? '', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })
  const said = stdout + stderr
  expect(said).not.toMatch(/Command line option|Invalid operation/)
  // a machine that has never fetched the lists knows no package yet; that is what the first command is for
  expect(said).toMatch(
    /^Inst chromium |chromium is already the newest version|^E: (Unable to locate package|Package 'chromium' has no)/m,
  )
})
