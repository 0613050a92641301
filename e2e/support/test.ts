import { test as base, expect } from '@playwright/test'

/** A test that offends the policy on purpose names this annotation. */
export const OFFENDS = { type: 'offends the policy' } as const

/** Every test also proves that no page violates its content security policy. */
export const test = base.extend<{ policyIsKept: undefined; routesEnd: undefined }>({
  /** An answer that is still changed as the test ends, a refetch after a live update for one, is no fault of it. */
  routesEnd: [
    async ({ page }, use) => {
      await use(undefined)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
  policyIsKept: [
    async ({ page }, use, { annotations }) => {
      const violations: string[] = []
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) violations.push(message.text())
      })
      await use(undefined)
      if (!annotations.some(({ type }) => type === OFFENDS.type)) expect(violations).toEqual([])
    },
    { auto: true },
  ],
})
