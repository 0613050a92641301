import { expect } from '@playwright/test'
import { ADMIN, logInAs } from './support/people.ts'
import { test } from './support/test.ts'

/** Screens with select boxes as filters, and their number. Those of /sims have a test of their own. */
const SCREENS = [
  '/alarm-notified',
  '/audit',
  '/companies',
  '/hys',
  '/operations',
  '/outbox',
  '/report-charges',
  '/requests',
  '/sms-report',
  '/users',
] as const

for (const path of SCREENS) {
  test(`the option that clears a filter is the first, begins with Todos and has an empty value, ${path} [S9.08]`, async ({
    page,
  }) => {
    await logInAs(page, ADMIN)
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(
      main
        .locator('option')
        .filter({ hasText: /^Tod[oa]s/ })
        .first(),
    ).toBeAttached()
    const filters = await main
      .locator('select')
      .evaluateAll((boxes) =>
        (boxes as HTMLSelectElement[])
          .filter((box) => [...box.options].some(({ text, value }) => value === '' || /^Tod[oa]s\b/.test(text)))
          .map(({ value, options: [first] }) => ({ chosen: value, value: first?.value, word: first?.text.split(' ')[0] })),
      )
    expect(filters.length).toBeGreaterThan(0)
    for (const filter of filters) {
      expect(filter).toEqual({ chosen: '', value: '', word: expect.stringMatching(/^Tod[oa]s$/) })
    }
  })
}
