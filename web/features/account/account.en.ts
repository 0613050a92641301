import type { Catalogue } from '#web/i18n/i18n.ts'
import type { accountEs } from './account.es.ts'

export const accountEn: Catalogue<typeof accountEs> = {
  tabs: 'Parts of the account',
  personal: 'Personal information',
  password: 'Password',
  userName: 'Name',
  userLastname: 'Last name',
  userEmail: 'E-mail',
  userPhone: 'Phone',
  userCountryId: 'Country',
  userCity: 'City',
  userAddress: 'Address',
  companyName: 'Company',
  chooseCountry: 'Choose a country',
  countriesFailed: 'An error has occurred fetching the countries',
  proofHint: 'You will log in with the new e-mail: confirm that it is you.',
  passCurrent: 'Current password',
  newPassword: 'New password',
  repeatNewPassword: 'Repeat the new password',
  passwordHint: '8 to 30 characters, with a number, a lowercase and an uppercase letter.',
  edit: 'Edit',
  save: 'Save',
  saving: 'Saving',
}
