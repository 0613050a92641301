import type { Catalogue } from '#web/i18n/i18n.ts'
import type { companySetupEs } from './company-setup.es.ts'

export const companySetupEn: Catalogue<typeof companySetupEs> = {
  title: 'Getting started',
  company: 'Company details',
  companyText: 'Created. Complete the rest with Edit.',
  people: 'Users',
  peopleText: 'Invite the first one; choose a role.',
  peopleDone: '{{count, number}} users',
  peopleDone_one: '1 user',
  invite: 'Invite',
  inviteAnother: 'Invite another',
  sims: 'SIMs and plans',
  simsText: 'Assign SIMs by ICC or file. Each brings its plan.',
  simsDone: '{{count, number}} SIMs',
  simsDone_one: '1 SIM',
  stock: 'Choose from stock',
  plans: 'Plans and prices',
  assign: 'Assign SIMs',
  login: 'First login',
  loginText: 'Someone accepts the invitation and enters the portal.',
  loginDone: 'Someone has activated their account.',
}
