/** Maximum length of a message, characters. */
export const SUPPORT_TEXT_MAX = 4000

/** The two sides of a conversation: a person of a company, and the operator's administrators. */
export type SupportSide = 'person' | 'operator'

/** The filters of the operator's list. */
export const SUPPORT_LISTS = ['waiting', 'open', 'mine', 'closed'] as const
export type SupportList = (typeof SUPPORT_LISTS)[number]

/** Browsers by the mark unique to each in the User-Agent; derived browsers come before the one they are built on. */
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

/** A readable User-Agent (RFC 9110 section 10.1.5): 'Chrome 131, Windows'; '' when it is not recognised. */
export function browserOf(userAgent: string): string {
  const browser = BROWSERS.flatMap(([name, mark]) => {
    const version = mark.exec(userAgent)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0]
  return [browser, system].filter((part) => part !== undefined).join(', ')
}
