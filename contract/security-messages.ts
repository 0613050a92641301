import type { SignOnFailure } from '#domain/sign-on.ts'

type Sentence = { readonly es: string; readonly en: string }

/** Why a code is not taken; whether it was used before is not told. */
export const WRONG_CODE: Sentence = {
  es: 'El código no es correcto o ya fue usado',
  en: 'The code is wrong or was used already',
}
export const CODE_SHAPE: Sentence = {
  es: 'Escriba los 6 dígitos de su aplicación o un código de recuperación',
  en: 'Type the 6 digits of your app or a recovery code',
}
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
  es: 'La suya se cambia en su cuenta, en Seguridad',
  en: 'Your own is changed in your account, under Security',
}
export const ADMIN_FACTOR: Sentence = {
  es: 'Solo un administrador puede restablecer la de otro',
  en: 'Only an administrator can reset that of another',
}
export const UNKNOWN_USER: Sentence = { es: 'No existe ese usuario', en: 'There is no such user' }
export const UNKNOWN_COMPANY: Sentence = { es: 'No existe esa empresa', en: 'There is no such company' }
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

/** What the login page says when a sign-on has not led in. */
export const SIGN_ON_SENTENCES: Readonly<Record<SignOnFailure, Sentence>> = {
  unknown_domain: {
    es: 'Ninguna empresa inicia sesión con ese dominio. Entre con su contraseña.',
    en: 'No company signs on with that domain. Log in by password.',
  },
  unreachable: {
    es: 'El proveedor de identidad de su empresa no contesta. Vuelva a intentarlo en unos minutos.',
    en: 'Your company’s identity provider does not answer. Try again in some minutes.',
  },
  refused: {
    es: 'El proveedor de identidad de su empresa no autorizó el ingreso.',
    en: 'Your company’s identity provider did not authorise the login.',
  },
  expired: {
    es: 'El ingreso tardó demasiado o empezó en otro navegador. Empiece otra vez.',
    en: 'Signing on took too long or began in another browser. Begin again.',
  },
  invalid: {
    es: 'La respuesta del proveedor de identidad no es válida. Empiece otra vez; si se repite, avise a su administrador.',
    en: 'The identity provider’s answer is not valid. Begin again; if it happens again, tell your administrator.',
  },
  email_not_verified: {
    es: 'El proveedor de identidad no confirma su e-mail. Pida a su administrador que lo verifique allí.',
    en: 'The identity provider does not confirm your e-mail. Ask your administrator to verify it there.',
  },
  wrong_domain: {
    es: 'Ingresó allí con un e-mail que no es de su empresa. Use su cuenta de la empresa.',
    en: 'You signed on there with an e-mail that is not your company’s. Use your company account.',
  },
  unknown_user: {
    es: 'Su e-mail no tiene un usuario activo en Enlace. Pida a su administrador que lo cree.',
    en: 'Your e-mail has no active user in Enlace. Ask your administrator to create one.',
  },
  other_identity: {
    es: 'Su usuario está unido a otra cuenta del proveedor. Pida a su administrador que restablezca su verificación.',
    en: 'Your user is tied to another account of the provider. Ask your administrator to reset your verification.',
  },
}
