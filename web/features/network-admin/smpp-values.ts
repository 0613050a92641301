import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { isSameCentre, isSmppNumber, SMPP_RANGES, type SmppLimitName } from '#domain/smpp-settings.ts'
import { sentence } from '#web/lib/sentence.ts'
import { between, wholeNumber } from './network-values.ts'
import type { SmppLinkData, SmppSettingsBody } from './networks.api.ts'

const FRESH = {
  host: '',
  port: '2775',
  isEncrypted: false,
  systemId: '',
  password: '',
  systemType: '',
  source: '',
  addressing: 'msisdn' as 'msisdn' | 'iccid',
  windowSize: '10',
  submitsPerSecond: '',
  wantsInterim: true,
}

/** Values of the form: numbers as typed, '' keeps the password. */
export type SmppValues = Readonly<typeof FRESH>
export type SmppProblems = Partial<Record<keyof SmppValues, string>>

export function smppValuesOf({ link }: SmppLinkData): SmppValues {
  if (!link) return FRESH
  const { updatedAt: _, port, windowSize, submitsPerSecond, ...texts } = link
  return {
    ...FRESH,
    ...texts,
    port: String(port),
    windowSize: String(windowSize),
    submitsPerSecond: submitsPerSecond === null ? '' : String(submitsPerSecond),
  }
}

/** The request body of the form; an invalid number is NaN. */
export function smppSettingsOf({ password, submitsPerSecond, ...values }: SmppValues): SmppSettingsBody {
  return {
    ...values,
    host: values.host.trim(),
    port: wholeNumber(values.port),
    windowSize: wholeNumber(values.windowSize),
    submitsPerSecond: submitsPerSecond.trim() === '' ? null : wholeNumber(submitsPerSecond),
    ...(password === '' ? {} : { password }),
  }
}

/** Whether no stored password can be kept: there is none, or it is another centre's. */
export const needsPassword = (settings: SmppSettingsBody, link: SmppLinkData['link']): boolean =>
  link === null || !isSameCentre(settings, link)

/**
 * Validation errors, by the server's rules.
 * @param link the stored one, if there is one
 */
export function smppProblemsOf(settings: SmppSettingsBody, link: SmppLinkData['link']): SmppProblems {
  const problems: { -readonly [K in keyof SmppValues]?: string } = {}
  for (const name of Object.keys(SMPP_RANGES) as SmppLimitName[]) {
    const value = settings[name]
    if (value !== null && !isSmppNumber(name, value)) problems[name] = between(SMPP_RANGES[name])
  }
  for (const name of ['host', 'systemId'] as const) {
    if (settings[name].trim() === '') problems[name] = sentence(ALL_FIELD_SENTENCES.required)
  }
  if (settings.password === undefined && needsPassword(settings, link)) {
    problems.password = sentence(ALL_FIELD_SENTENCES[link ? 'secretAgain' : 'required'])
  }
  return problems
}
