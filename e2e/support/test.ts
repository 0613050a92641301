import { test as base, expect } from '@playwright/test'

/** A test that offends the policy on purpose names this annotation. */
export const OFFENDS = { type: 'offends the policy' } as const

/** Every test of the page also proves that nothing on it offends its content security policy. */
export const test = base.extend<{ policyIsKept: undefined }>({
  policyIsKept: [
    async ({ page }, use, { annotations }) => {
      const offences: string[] = []
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) offences.push(message.text())
      })
      await use(undefined)
      if (!annotations.some(({ type }) => type === OFFENDS.type)) expect(offences).toEqual([])
    },
    { auto: true },
  ],
})
