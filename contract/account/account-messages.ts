import type { Sentence } from '../sentence.ts'

/** When something of the account fails and nothing more exact is known (specification section 8). */
export const ACCOUNT_FAILURES = {
  profileUnread: {
    es: 'Ha ocurrido un error trayendo la información del usuario',
    en: 'An error has occurred fetching the information of the user',
  },
  profileUnsaved: {
    es: 'Ha ocurrido un error actualizando los datos del usuario.',
    en: 'An error has occurred updating the data of the user.',
  },
  passwordUnsaved: {
    es: 'Ha ocurrido un error actualizando la clave.',
    en: 'An error has occurred updating the password.',
  },
} as const satisfies Record<string, Sentence>

export const ACCOUNT_SENTENCES = {
  profileSaved: { es: 'Sus datos quedaron guardados', en: 'Your data was saved' },
  passwordChanged: {
    es: 'Su contraseña quedó cambiada. Las demás sesiones se cerraron',
    en: 'Your password was changed. Your other sessions were ended',
  },
  passwordSet: { es: 'Su contraseña quedó guardada. Ya puede entrar', en: 'Your password was saved. You can log in now' },
  restoreAsked: {
    es: 'Si hay una cuenta con ese e-mail, le llegará un enlace para elegir otra contraseña',
    en: 'If there is an account with that e-mail, a link to choose another password is on its way to it',
  },
  wrongPassword: { es: 'La contraseña actual no es correcta', en: 'The current password is wrong' },
  noPassword: {
    es: 'Su cuenta aún no tiene contraseña. Pida una con «¿La olvidó?» al iniciar sesión',
    en: 'Your account has no password yet. Ask for one with “Forgot it?” on the login page',
  },
  emailTaken: { es: 'Ya hay un usuario con ese e-mail', en: 'There is a user with that e-mail already' },
  unknownCountry: { es: 'No existe ese país', en: 'There is no such country' },
  badLink: {
    es: 'El enlace no es válido, ya fue usado o caducó',
    en: 'The link is not valid, was used already or has expired',
  },
} as const satisfies Record<string, Sentence>

/** @param minutes until another restore mail can be asked for */
export const tooManyRestores = (minutes: number): Sentence => ({
  es: `Ya se pidieron muchos enlaces. Revise su correo o vuelva a pedirlo en ${minutes} min`,
  en: `Many links have been asked for. Check your mail or ask again in ${minutes} min`,
})
