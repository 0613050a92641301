import i18next from 'i18next'
import type { SessionData } from '#contract/identity/identity.calls.ts'
import { SIM_COLUMN_WORDS } from '#contract/sims/sim-words.ts'
import { LANGUAGES } from '#domain/languages.ts'

type FieldNames = Pick<SessionData, 'customField1Name' | 'customField2Name'>

const NO_NAMES: FieldNames = { customField1Name: '', customField2Name: '' }
let shown = NO_NAMES

/**
 * Shows the company's own names of the two fields of its SIMs wherever a sentence names them, in all languages. Words that load later
 * do not replace them.
 */
export async function showFieldNames({ customField1Name, customField2Name }: FieldNames): Promise<void> {
  if (shown.customField1Name === customField1Name && shown.customField2Name === customField2Name) return
  shown = { customField1Name, customField2Name }
  for (const language of LANGUAGES) {
    const { customField1, customField2 } = SIM_COLUMN_WORDS[language]
    i18next.addResource(language, 'translation', 'sims.field.customField1', customField1Name || customField1)
    i18next.addResource(language, 'translation', 'sims.field.customField2', customField2Name || customField2)
  }
  // what is on the screen already is rendered anew
  await i18next.changeLanguage(i18next.language)
}
