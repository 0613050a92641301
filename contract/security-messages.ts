import type { Sentence } from './sentence.ts'

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
export const ADMIN_FACTOR: Sentence = {
  es: 'Solo un administrador puede restablecer la de otro',
  en: 'Only an administrator can reset that of another',
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
