import type { SignOnFailure } from '#domain/sign-on.ts'
import type { Sentence } from '../sentence.ts'

/** The administrator who sets a provider can log in as all of these users. */
export const PROVIDER_HOLDS_MORE: Sentence = {
  es: 'Hay personas en la empresa, o en las que dependen de ella, con permisos que usted no tiene',
  en: 'There are people in the company, or below it, with permissions that you do not hold',
}

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
