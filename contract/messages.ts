import type { PasswordProblem } from '#domain/password.ts'
import type { PasswordWeakness } from '#domain/weak-password.ts'
import type { ErrorCode } from './envelope.ts'
import { NOT_LOGGED_IN } from './envelope.ts'
import type { Sentence } from './sentence.ts'

/** Sentences that the server and the page both say, in the specification's own words (sections 4, 5 and 8). */
export const FIELD_SENTENCES = {
  required: { es: 'Este campo es requerido', en: 'This field is required' },
  email: { es: 'El E-mail no es valido', en: 'The email is not valid' },
  emailCount: { es: 'Escriba 10 E-mails como máximo', en: 'Enter up to 10 emails' },
  alarmName: { es: 'Hasta 60 caracteres, en una sola línea', en: 'Up to 60 characters, on one line' },
  alarmLimit: {
    es: 'El límite debe ser un número entero de 1 a 1.048.576 MB',
    en: 'The limit must be a whole number from 1 to 1,048,576 MB',
  },
  passwordsDiffer: { es: 'Las contraseñas deben coincidir', en: 'The passwords must match' },
  searchTooShort: { es: 'Escriba al menos 3 caracteres', en: 'Enter at least 3 characters' },
  mapBoxUpsideDown: { es: 'El norte no puede quedar al sur del sur', en: 'The north cannot lie south of the south' },
  oneSource: {
    es: 'Indique solo una opción: lista de ICC, filtro o archivo',
    en: 'Give only one: a list of ICCs, a filter or a file',
  },
  icc: { es: 'El ICC debe tener de 18 a 20 dígitos', en: 'The ICC must have 18 to 20 digits' },
  imei: {
    es: 'El IMEI debe tener 15 dígitos y su dígito verificador',
    en: 'The IMEI must have 15 digits and its check digit',
  },
  smsTooLong: {
    es: 'El mensaje no cabe en 10 segmentos',
    en: 'The message doesn’t fit in 10 segments',
  },
  readOnly: { es: 'Este campo no se puede cambiar', en: 'This field can’t be changed' },
  supportTooLong: {
    es: 'El mensaje tiene más de 4000 caracteres',
    en: 'The message is over 4000 characters',
  },
  tooLong: { es: 'El texto es demasiado largo', en: 'The text is too long' },
  taxId: { es: 'Use letras, dígitos, puntos, guiones o barras', en: 'Use letters, digits, dots, hyphens or slashes' },
  currency: { es: 'Escriba el código de la moneda, como CLP', en: 'Enter the currency code, such as CLP' },
  code: {
    es: 'Escriba los 6 dígitos de su aplicación o un código de recuperación',
    en: 'Enter the 6 digits from your app or a recovery code',
  },
  appCode: { es: 'Escriba los 6 dígitos que muestra la aplicación', en: 'Enter the 6 digits shown in the app' },
} as const satisfies Record<string, Sentence>

/** A user who may not see a thing gets the same answer as where there is none. */
export const UNKNOWN_SENTENCES = {
  user: { es: 'No existe ese usuario', en: 'User not found' },
  company: { es: 'No existe esa empresa', en: 'Company not found' },
} as const satisfies Record<string, Sentence>

export const PASSWORD_SENTENCES: Record<PasswordProblem, Sentence> = {
  required: FIELD_SENTENCES.required,
  tooShort: { es: 'Mínimo 8 caracteres', en: 'At least 8 characters' },
  tooLong: { es: 'Máximo 30 caracteres', en: 'At most 30 characters' },
  tooSimple: {
    es: 'Debe contener al menos un número, una letra minúscula, y una letra mayúscula',
    en: 'It must contain at least one number, one lowercase letter and one uppercase letter',
  },
}

export const WEAK_PASSWORD_SENTENCES: Record<PasswordWeakness, Sentence> = {
  commonPassword: {
    es: 'Esa contraseña es muy común y fácil de adivinar. Elija otra',
    en: 'That password is very common and easy to guess. Choose another one',
  },
  ownPassword: {
    es: 'Se adivina por su nombre, su e-mail, su empresa o el portal. Elija otra',
    en: 'It can be guessed from your name, your email, your company or the portal. Choose another one',
  },
}

/** @param seconds until there may be more */
export const tooManyRequests = (seconds: number): Sentence => ({
  es: `Demasiadas peticiones en un minuto. Vuelva a intentarlo en ${seconds} s`,
  en: `Too many requests in a minute. Try again in ${seconds} s`,
})

/** @param most at once */
export const tooManyStreams = (most: number): Sentence => ({
  es: `Demasiadas conexiones en vivo abiertas a la vez: ${most} como máximo`,
  en: `Too many live connections open at once: ${most} at most`,
})

/** What a failure says when nothing more exact is known. */
export const ERROR_SENTENCES: Record<ErrorCode, Sentence> = {
  invalid_request: { es: 'Hay datos no válidos', en: 'Some data isn’t valid' },
  invalid_api_key: {
    es: 'Falta la cabecera x-api-key o no es válida',
    en: 'The x-api-key header is missing or invalid',
  },
  not_logged_in: { es: NOT_LOGGED_IN, en: NOT_LOGGED_IN },
  session_expired: { es: 'Su sesión ha caducado', en: 'Your session has expired' },
  api_key_ended: {
    es: 'Esta clave de API no existe, venció o fue revocada',
    en: 'This API key doesn’t exist, has expired or was revoked',
  },
  wrong_credentials: { es: 'E-mail o contraseña incorrectos', en: 'Wrong email or password' },
  second_factor_required: {
    es: 'Falta el código de su aplicación o un código de recuperación',
    en: 'Enter the code from your app or a recovery code',
  },
  second_factor_enrolment: {
    es: 'Su empresa exige la verificación en dos pasos: actívela para iniciar sesión',
    en: 'Your company requires two-step verification: turn it on to log in',
  },
  login_step_expired: {
    es: 'Pasó demasiado tiempo. Escriba otra vez su e-mail y contraseña',
    en: 'This took too long. Enter your email and password again',
  },
  wrong_code: { es: 'El código es incorrecto o ya se usó', en: 'The code is wrong or was already used' },
  sign_on_required: {
    es: 'Su empresa inicia sesión con su proveedor de identidad, no con contraseña',
    en: 'Your company logs in with its identity provider, not with a password',
  },
  account_locked: {
    es: 'Demasiados intentos. Espere antes de volver a intentarlo',
    en: 'Too many attempts. Wait before trying again',
  },
  not_allowed: { es: 'No tiene permiso para esto', en: 'You don’t have permission to do this' },
  other_company: {
    es: 'La empresa en la que trabaja cambió en otra pestaña: la página se carga de nuevo',
    en: 'The company you work in was changed in another tab: the page is loading again',
  },
  viewing_only: {
    es: 'Está viendo el portal como otro usuario: no puede cambiar nada',
    en: 'You’re viewing the portal as another user: you can’t change anything',
  },
  company_blocked: {
    es: 'La empresa está bloqueada: puede ver todo, pero no cambiar nada',
    en: 'The company is blocked: you can see everything but change nothing',
  },
  address_not_allowed: {
    es: 'Esta clave de API no se puede usar desde esta dirección',
    en: 'This API key can’t be used from this address',
  },
  not_found: { es: 'No existe', en: 'Not found' },
  conflict: { es: 'Otra persona lo cambió. Vuelva a abrirlo', en: 'Someone else changed it. Open it again' },
  last_administrator: {
    es: 'Es la última persona que puede iniciar sesión y administrar usuarios',
    en: 'This is the last person who can log in and manage users',
  },
  transition_not_allowed: { es: 'El estado de la SIM no lo permite', en: 'The SIM’s status doesn’t allow it' },
  type_not_editable: { es: 'El tipo de SIM no lo permite', en: 'The SIM’s type doesn’t allow it' },
  operation_open: {
    es: 'Ya hay otra operación en curso para esta SIM',
    en: 'Another operation is already in progress for this SIM',
  },
  network_refused: { es: 'La red no aceptó la operación', en: 'The network didn’t accept the operation' },
  body_too_large: { es: 'La petición es demasiado grande', en: 'The request is too large' },
  unsupported_media_type: { es: 'Tipo de contenido no admitido', en: 'Content type not supported' },
  too_many_requests: { es: 'Demasiadas peticiones', en: 'Too many requests' },
  internal: {
    es: 'Ha ocurrido un error, ver la consola para mas detalles.',
    en: 'An error has occurred, see the console for more details.',
  },
  unavailable: { es: 'El servicio no está disponible', en: 'The service isn’t available' },
}
