import type { Sentence } from '../sentence.ts'

/** What the server says about how people log in; what the page says too stands in messages.ts. */
export const WRONG_PASSWORD: Sentence = { es: 'La contraseña no es correcta', en: 'The password is wrong' }
export const SIGN_ON_AGAIN: Sentence = {
  es: 'Cierre sesión y vuelva a entrar antes de cambiar esto',
  en: 'Log out and sign on again before you change this',
}
export const NO_DRAFT: Sentence = {
  es: 'Pasó demasiado tiempo. Empiece otra vez',
  en: 'Too much time has passed. Begin again',
}
export const NO_SECOND_FACTOR: Sentence = {
  es: 'La verificación en dos pasos no está activada',
  en: 'Two-step verification is not turned on',
}
export const FACTOR_REQUIRED: Sentence = {
  es: 'Su empresa exige la verificación en dos pasos',
  en: 'Your company requires two-step verification',
}
export const OWN_FACTOR: Sentence = {
  es: 'La suya se cambia en el menú de su usuario, en Seguridad',
  en: 'Your own is changed in your user menu, under Security',
}
export const THIS_SESSION: Sentence = {
  es: 'Esta sesión se termina con «Cerrar sesión»',
  en: 'This session is ended by “Log out”',
}
export const PROVIDER_SILENT: Sentence = {
  es: 'El proveedor no contesta en esa dirección, o no es de OpenID Connect',
  en: 'The provider does not answer at that address, or does not speak OpenID Connect',
}

/** The domain is another company's: said to administrators, who see them all. */
export const domainTaken = (domain: string): Sentence => ({
  es: `${domain} ya es de otra empresa`,
  en: `${domain} is another company’s already`,
})

/** A change that was just made to a user's way to log in. */
export const SECURITY_DONE = {
  factorOn: { es: 'La verificación en dos pasos está activada', en: 'Two-step verification is on' },
  factorOff: { es: 'La verificación en dos pasos está desactivada', en: 'Two-step verification is off' },
  factorReset: { es: 'Su verificación en dos pasos se restableció', en: 'Their two-step verification was reset' },
  sessionEnded: { es: 'La sesión se cerró', en: 'The session was ended' },
  signOnSaved: { es: 'El inicio de sesión único quedó guardado', en: 'Single sign-on was saved' },
  signOnRemoved: { es: 'El inicio de sesión único se quitó', en: 'Single sign-on was removed' },
} as const satisfies Record<string, Sentence>

/** Every session but the own one was ended. */
export const sessionsEnded = (count: number): Sentence =>
  count === 1
    ? { es: 'Se cerró 1 sesión', en: '1 session was ended' }
    : { es: `Se cerraron ${count} sesiones`, en: `${count} sessions were ended` }
