import { expect, test } from 'vitest'
import { entryKindOf } from './entry-kind.ts'

test.each([
  ['data.read', 'view'],
  ['popup.seen', 'view'],
  ['popup.changed', 'change'],
  ['login_session.opened', 'access'],
  ['company.sign_on_changed', 'access'],
  ['company.factor_not_required', 'access'],
  ['user.permits_changed', 'access'],
  ['user.changed', 'people'],
  ['operation.started', 'operation'],
  ['sim.data_cut', 'operation'],
  ['sim.edited', 'change'],
  ['plan.terms_changed', 'money'],
  ['company.advised', 'money'],
  ['company.changed', 'people'],
  ['comparison.started', 'comparison'],
  ['pigeon.sent', 'change'],
])('%s is an entry of the kind %s', (action, kind) => {
  expect(entryKindOf(action)).toBe(kind)
})
