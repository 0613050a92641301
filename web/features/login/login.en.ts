import type { Catalogue } from '#web/i18n/i18n.ts'
import type { loginEs } from './login.es.ts'

export const loginEn: Catalogue<typeof loginEs> = {
  heading: 'Log in',
  lead: 'Your M2M lines, in one place.',
  email: 'E-mail',
  password: 'Password',
  forgot: 'Forgot it?',
  submit: 'Log in',
  submitting: 'Logging in',
  locked: 'Too many attempts. Try again in {{seconds}} s.',
  unlocked: 'You can try again now.',
  demoHeading: 'Demo accounts',
  demoAdmin: 'Administrator',
  demoAll: 'All permissions',
  demoSims: 'SIMs only, no hibernating',
  demoOther: 'Another customer, all permissions',
}
