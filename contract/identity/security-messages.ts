import type { Sentence } from '../sentence.ts'

/** What the server says about how people log in; what the page says too stands in messages.ts. */
export const WRONG_PASSWORD: Sentence = { es: 'La contraseña es incorrecta', en: 'Wrong password' }
export const SIGN_ON_AGAIN: Sentence = {
  es: 'Cierre sesión y vuelva a iniciarla antes de cambiar esto',
  en: 'Log out and log in again before changing this',
}
export const NO_DRAFT: Sentence = {
  es: 'Pasó demasiado tiempo. Vuelva a empezar',
  en: 'This took too long. Start over',
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
  es: 'Cambie la suya en el menú de su usuario, en Seguridad',
  en: 'Change your own in your user menu, under Security',
}
export const THIS_SESSION: Sentence = {
  es: 'Esta sesión se termina con «Cerrar sesión»',
  en: 'End this session with “Log out”',
}
export const PROVIDER_SILENT: Sentence = {
  es: 'El proveedor no responde en esa URL, o no usa OpenID Connect',
  en: 'The provider doesn’t respond at that URL, or doesn’t support OpenID Connect',
}

/** The domain is another company's: said to administrators, who see them all. */
export const domainTaken = (domain: string): Sentence => ({
  es: `${domain} ya es de otra empresa`,
  en: `${domain} already belongs to another company`,
})

/** A change that was just made to a user's way to log in. */
export const SECURITY_DONE = {
  factorOn: { es: 'La verificación en dos pasos está activada', en: 'Two-step verification is on' },
  factorOff: { es: 'La verificación en dos pasos está desactivada', en: 'Two-step verification is off' },
  factorReset: { es: 'Su verificación en dos pasos se restableció', en: 'Two-step verification reset' },
  sessionEnded: { es: 'La sesión se cerró', en: 'Session ended' },
  signOnSaved: { es: 'Inicio de sesión único guardado', en: 'Single sign-on saved' },
  signOnRemoved: { es: 'Inicio de sesión único quitado', en: 'Single sign-on removed' },
} as const satisfies Record<string, Sentence>

/** Every session but the own one was ended. */
export const sessionsEnded = (count: number): Sentence =>
  count === 1
    ? { es: 'Se cerró 1 sesión', en: '1 session ended' }
    : { es: `Se cerraron ${count} sesiones`, en: `${count} sessions ended` }
