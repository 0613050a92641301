import { expect, test } from 'vitest'
import { chooseChromium, type Machine } from './choose-chromium.ts'

const OWN = '/opt/own/chrome'
const PLAYWRIGHTS = '/home/x/.cache/ms-playwright/chromium/chrome'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const PATH = '/usr/local/bin:/usr/bin'
const SHELL = '/usr/bin/chromium-headless-shell'
const install = (name: string, otherwise?: string) => ({
  kind: 'install',
  name,
  ...(otherwise === undefined ? {} : { otherwise }),
})
const ROOT_ON_DEBIAN = { isRoot: true, isDebian: true }
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
  ['then Playwright’s', '', [PLAYWRIGHTS], ROOT_ON_DEBIAN, use(PLAYWRIGHTS)],
  ['none, on Debian as root: installed', '', [], ROOT_ON_DEBIAN, install('chromium')],
  ['the shell is not taken where people’s browser is wanted', '', [SHELL], {}, ASK],
  ['for tests the shell goes before the browser', '', [...everything, SHELL], { takesShell: true }, use(SHELL)],
  ['and without it the browser does', '', [MAC], { takesShell: true }, use(MAC)],
  [
    'on Debian as root the shell is installed, and the browser does should that fail',
    '',
    ['/usr/bin/chromium'],
    { ...ROOT_ON_DEBIAN, takesShell: true },
    install('chromium-headless-shell', '/usr/bin/chromium'),
  ],
  ['none, on Debian as somebody else: one line', '', [], { isDebian: true }, ASK],
  ['none, as root elsewhere: one line', '', [], { isRoot: true }, ASK],
  ['none anywhere else: one line', '', [], {}, ASK],
  [
    'CHROMIUM_PATH that names nothing: said, and nothing else taken instead',
    '/nowhere/chrome',
    everything,
    ROOT_ON_DEBIAN,
    { kind: 'ask', sentence: 'CHROMIUM_PATH names /nowhere/chrome, and there is no program.' },
  ],
]
test.each(CASES)('%s', (_name, given, there, more, choice) => {
  const env = { CHROMIUM_PATH: given, PATH }
  const isExecutable = (file: string) => there.includes(file)
  const machine = { env, ofPlaywright: PLAYWRIGHTS, isExecutable, isRoot: false, isDebian: false, takesShell: false, ...more }
  expect(chooseChromium(machine)).toEqual(choice)
})

test('without PATH only the other places are checked', () => {
  const machine = { ofPlaywright: PLAYWRIGHTS, isRoot: false, isDebian: false, takesShell: false }
  const asked: string[] = []
  const isExecutable = (file: string) => asked.push(file) === 0
  expect(chooseChromium({ ...machine, env: {}, isExecutable })).toEqual(ASK)
  expect(asked.every((file) => file.startsWith('/'))).toBe(true)
  expect(asked).toContain(PLAYWRIGHTS)
})
