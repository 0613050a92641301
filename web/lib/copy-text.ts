import i18next from 'i18next'
import { toasts } from './toast-store.ts'

/** Copies from a field that is there for it only. */
function copyFromField(text: string): boolean {
  const focused = document.activeElement
  const field = document.body.appendChild(document.createElement('textarea'))
  field.className = 'visually-hidden'
  field.value = text
  field.focus({ preventScroll: true })
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

/**
 * Copies a text, or shows that it could not be copied. Browsers have the Clipboard API over HTTPS only: over plain HTTP the text
 * is copied from a field. @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (copyFromField(text)) return true
  }
  toasts.error(i18next.t('common.notCopied'))
  return false
}
