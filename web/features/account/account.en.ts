import type { Catalogue } from '#web/i18n/i18n.ts'
import type { accountEs } from './account.es.ts'

export const accountEn: Catalogue<typeof accountEs> = {
  tabs: 'Account sections',
  personal: 'Personal information',
  password: 'Password',
  userName: 'Name',
  userLastname: 'Last name',
  userEmail: 'Email',
  userPhone: 'Phone',
  userCountryId: 'Country',
  userCity: 'City',
  userAddress: 'Address',
  companyName: 'Company',
  chooseCountry: 'Choose a country',
  countriesFailed: 'Couldn’t load countries',
  proofHint: 'You’ll log in with the new email. Confirm it’s you.',
  passCurrent: 'Current password',
  newPassword: 'New password',
  repeatNewPassword: 'Repeat the new password',
  passwordHint: '8 to 30 characters, with a number, a lowercase letter and an uppercase letter.',
  edit: 'Edit',
}
