import type { Page } from '@playwright/test'

/** Takes the Clipboard API from a page, as browsers do over plain HTTP. */
export const withoutClipboard = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.defineProperty(navigator, 'clipboard', { value: undefined }))

/** What a paste brings. */
export async function pastedText(page: Page): Promise<string> {
  const field = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')))
  await field.focus()
  await page.keyboard.press('ControlOrMeta+v')
  return field.inputValue()
}
