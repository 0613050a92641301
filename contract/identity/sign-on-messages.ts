import type { SignOnFailure } from '#domain/sign-on.ts'
import type { Sentence } from '../sentence.ts'

/** The administrator who sets a provider can log in as all of these users. */
export const PROVIDER_HOLDS_MORE: Sentence = {
  es: 'Hay usuarios en la empresa o sus filiales con permisos que usted no tiene',
  en: 'The company or its subsidiaries have users with permissions you don’t have',
}

/** What the login page says when a sign-on has not led in. */
export const SIGN_ON_SENTENCES: Readonly<Record<SignOnFailure, Sentence>> = {
  unknown_domain: {
    es: 'Ninguna empresa inicia sesión con ese dominio. Use su contraseña.',
    en: 'No company logs in with that domain. Use your password.',
  },
  unreachable: {
    es: 'El proveedor de identidad de su empresa no responde. Vuelva a intentarlo en unos minutos.',
    en: 'Your company’s identity provider isn’t responding. Try again in a few minutes.',
  },
  refused: {
    es: 'El proveedor de identidad de su empresa no autorizó el inicio de sesión.',
    en: 'Your company’s identity provider didn’t authorise the login.',
  },
  expired: {
    es: 'El inicio de sesión tardó demasiado o empezó en otro navegador. Vuelva a empezar.',
    en: 'Login took too long or began in another browser. Start over.',
  },
  invalid: {
    es: 'La respuesta del proveedor de identidad no es válida. Vuelva a empezar; si se repite, avise a su administrador.',
    en: 'The identity provider’s response isn’t valid. Start over; if it happens again, tell your administrator.',
  },
  email_not_verified: {
    es: 'El proveedor de identidad no confirma su e-mail. Pida a su administrador que lo verifique allí.',
    en: 'The identity provider doesn’t confirm your email. Ask your administrator to verify it there.',
  },
  wrong_domain: {
    es: 'Inició sesión allí con un e-mail que no es de su empresa. Use su cuenta de la empresa.',
    en: 'You logged in there with an email that isn’t your company’s. Use your company account.',
  },
  unknown_user: {
    es: 'Su e-mail no tiene un usuario activo en Enlace. Pida a su administrador que lo cree.',
    en: 'Your email has no active user in Enlace. Ask your administrator to create one.',
  },
  other_identity: {
    es: 'Su usuario está vinculado a otra cuenta del proveedor. Pida a su administrador que restablezca su verificación.',
    en: 'Your user is linked to another provider account. Ask your administrator to reset your verification.',
  },
}
