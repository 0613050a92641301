import type { Sentence } from '../sentence.ts'

/** When something of the account fails and nothing more exact is known (specification section 8). */
export const ACCOUNT_FAILURES = {
  profileUnread: {
    es: 'Ha ocurrido un error trayendo la información del usuario',
    en: 'Couldn’t load your user information',
  },
  profileUnsaved: {
    es: 'Ha ocurrido un error actualizando los datos del usuario.',
    en: 'Couldn’t update your details.',
  },
  passwordUnsaved: {
    es: 'Ha ocurrido un error actualizando la clave.',
    en: 'Couldn’t update your password.',
  },
} as const satisfies Record<string, Sentence>

export const ACCOUNT_SENTENCES = {
  profileSaved: { es: 'Sus datos se guardaron', en: 'Your details were saved' },
  passwordChanged: {
    es: 'Su contraseña se cambió. Las demás sesiones se cerraron',
    en: 'Password changed. Your other sessions were ended',
  },
  passwordSet: { es: 'Su contraseña se guardó. Ya puede iniciar sesión', en: 'Password saved. You can log in now' },
  restoreAsked: {
    es: 'Si existe una cuenta con ese e-mail, recibirá un enlace para elegir una contraseña nueva',
    en: 'If an account exists for that email, you’ll get a link to choose a new password',
  },
  wrongPassword: { es: 'La contraseña actual es incorrecta', en: 'The current password is wrong' },
  noPassword: {
    es: 'Su cuenta todavía no tiene contraseña. Pida una con «¿La olvidó?» al iniciar sesión',
    en: 'Your account has no password yet. Request one with “Forgot it?” on the login page',
  },
  emailTaken: { es: 'Ya hay un usuario con ese e-mail', en: 'A user with that email already exists' },
  unknownCountry: { es: 'No existe ese país', en: 'Country not found' },
  badLink: {
    es: 'El enlace no es válido, ya se usó o venció',
    en: 'The link is invalid, was already used or has expired',
  },
} as const satisfies Record<string, Sentence>

/** @param minutes until another restore mail can be asked for */
export const tooManyRestores = (minutes: number): Sentence => ({
  es: `Ya se pidieron muchos enlaces. Revise su correo o vuelva a pedirlo en ${minutes} min`,
  en: `Too many links requested. Check your email or try again in ${minutes} min`,
})
