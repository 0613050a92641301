/**
 * Browser and system from a User-Agent, as far as recognised; shown so that people can distinguish their sessions,
 * never used for decisions.
 */
export interface UserAgent {
  readonly browser: string | null
  readonly system: string | null
}

/** In the order in which they must be tested: the text of an earlier one also contains the names of later ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (names: typeof BROWSERS, text: string): string | null => names.find(([sign]) => sign.test(text))?.[1] ?? null

/** Browser and system of a User-Agent header; null for what is not recognised. */
export function parseUserAgent(userAgent: string): UserAgent {
  return { browser: first(BROWSERS, userAgent), system: first(SYSTEMS, userAgent) }
}
