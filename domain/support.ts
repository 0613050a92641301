/** Characters that one message holds. */
export const SUPPORT_TEXT_MAX = 4000

/** The two sides of a conversation: somebody of a company, and the operator's administrators. */
export type SupportSide = 'person' | 'operator'

/** What the operator's list can be narrowed to. */
export const SUPPORT_LISTS = ['waiting', 'open', 'mine', 'closed'] as const
export type SupportList = (typeof SUPPORT_LISTS)[number]

/** Browsers by what only they write into their User-Agent; what is built on another one comes before it. */
const BROWSERS = [
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A User-Agent (RFC 9110, section 10.1.5) as a person says it: 'Chrome 131, Windows'; '' when it is none that is known. */
export function browserOf(userAgent: string): string {
  const browser = BROWSERS.flatMap(([name, mark]) => {
    const version = mark.exec(userAgent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0]
  return [browser, system].filter((part) => part !== undefined).join(', ')
}
