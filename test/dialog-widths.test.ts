import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../web')

const widthOf = (text: string): string =>
  text.startsWith('<ConfirmDialog') ? 'confirm' : (/\bwidth="(\w+)"/.exec(text)?.[1] ?? 'other')

/** Every dialog of the page, by its file, with the width that it asks for. */
function dialogs(): (readonly [string, string])[] {
  return globSync('{features,shared,shell}/**/*.tsx', { cwd: web }).flatMap((file) => {
    const opened = readFileSync(join(web, file), 'utf8').matchAll(/<(?:Confirm)?Dialog\s.*?\stitle=.*?>\n/gs)
    return [...opened].map(([text]) => [file, widthOf(text)] as const)
  })
}

/** The dialogs that ask whether something is to be done, and do nothing else. */
const CONFIRMATIONS = [
  'features/alarms/alarm-dialogs.tsx',
  'features/alarms/alarm-form.tsx',
  'features/alarms/impact-step.tsx',
  'features/api-keys/revoke-dialog.tsx',
  'features/charges/credit-dialog.tsx',
  'features/charges/pay-dialog.tsx',
  'features/companies/delete-dialog.tsx',
  'features/network-admin/reconcile-dialog.tsx',
  'features/network-admin/remove-client.tsx',
  'features/network-admin/remove-network.tsx',
  'features/network-admin/start-comparison.tsx',
  'features/operations/operation-controls.tsx',
  'features/popups/popups.page.tsx',
  'features/requests/step-dialog.tsx',
  'features/requests/unassign-dialog.tsx',
  'features/rules/rule-answers.tsx',
  'features/rules/rule-dialogs.tsx',
  'features/sims/actions/confirm-action.tsx',
  'features/sims/actions/sim-dialogs.tsx',
  'features/sims/detail/notes.tsx',
  'features/sims/geofences/geofence-panel.tsx',
  'features/sims/groups/manage-groups.tsx',
  'features/sims/tags/manage-tags.tsx',
  'features/users/act-dialog.tsx',
  'features/webhooks/remove-webhook.tsx',
  'features/webhooks/secret-dialog.tsx',
]

test('every dialog has the width of what it is for: option menu, SIM tests, confirmation, or any other [S9.12]', () => {
  const found = dialogs().filter(([file]) => !file.startsWith('features/table-test/'))
  const of = (width: string) => found.filter((one) => one[1] === width).map(([file]) => file)
  expect(of('options')).toEqual(['features/sims/actions/option-menu.tsx'])
  expect(of('tests')).toEqual(['features/sims/actions/tests-dialog.tsx'])
  expect([...new Set(of('confirm'))].sort()).toEqual(CONFIRMATIONS)
  expect(of('other').length).toBeGreaterThan(20)
  const inAll = globSync('{features,shared,shell}/**/*.tsx', { cwd: web }).map((file) => readFileSync(join(web, file), 'utf8'))
  const written = inAll.reduce((sum, text) => sum + text.split(/<(?:Confirm)?Dialog\s/).length - 1, 0)
  expect(dialogs().length).toBe(written)
})
