import i18next from 'i18next'
import { copyText } from '#web/lib/copy-text.ts'
import { toasts } from '#web/lib/toast-store.ts'

/** Copies ICCs, each in a line, and shows how many, or why not. */
export async function copyIccs(load: () => Promise<readonly string[]>): Promise<void> {
  try {
    const icc = await load()
    if (await copyText(icc.join('\n'))) toasts.success(i18next.t('sims.iccCopied', { count: icc.length }))
  } catch (error) {
    toasts.error(error instanceof Error ? error.message : String(error))
  }
}
