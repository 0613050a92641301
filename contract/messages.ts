import type { PasswordProblem } from '#domain/password.ts'
import type { PasswordWeakness } from '#domain/weak-password.ts'
import type { ErrorCode } from './envelope.ts'
import { NOT_LOGGED_IN } from './envelope.ts'
import type { Sentence } from './sentence.ts'

/** Sentences that the server and the page both say, in the specification's own words (sections 4, 5 and 8). */
export const FIELD_SENTENCES = {
  required: { es: 'Este campo es requerido', en: 'This field is required' },
  email: { es: 'El E-mail no es valido', en: 'The e-mail is not valid' },
  emailCount: { es: 'Escriba 10 correos como máximo', en: 'Type 10 e-mails at most' },
  alarmLimit: {
    es: 'El límite debe ser un número entero de 1 a 1.048.576 MB',
    en: 'The limit must be a whole number from 1 to 1.048.576 MB',
  },
  passwordsDiffer: { es: 'Las contraseñas deben coincidir', en: 'The passwords must match' },
  searchTooShort: { es: 'Escriba al menos 3 caracteres', en: 'Type at least 3 characters' },
  oneSource: {
    es: 'Indique una lista de ICC, un filtro o un archivo, y solo uno de ellos',
    en: 'Give a list of ICCs, a filter or a file, and only one of them',
  },
  icc: { es: 'El ICC debe tener de 18 a 20 dígitos', en: 'The ICC must have 18 to 20 digits' },
  imei: {
    es: 'El IMEI debe tener 15 dígitos y su dígito verificador',
    en: 'The IMEI must have 15 digits and its check digit',
  },
  smsTooLong: {
    es: 'El mensaje no cabe en 10 segmentos',
    en: 'The message does not fit into 10 segments',
  },
  addresses: {
    es: 'Escriba una dirección IP o un rango, como 10.20.0.0/24',
    en: 'Type an IP address or a range, such as 10.20.0.0/24',
  },
  addressesTaken: { es: 'Ya hay un cliente con estas direcciones', en: 'There is a client with these addresses already' },
  secretTooShort: { es: 'El secreto debe tener al menos 8 caracteres', en: 'The secret must have at least 8 characters' },
  readOnly: { es: 'Este campo no se puede cambiar', en: 'This field cannot be changed' },
  planCode: {
    es: 'Use de 2 a 40 letras, dígitos, guiones o puntos; primero una letra o un dígito',
    en: 'Use 2 to 40 letters, digits, hyphens or dots; a letter or digit first',
  },
  planAmount: { es: 'Escriba un importe que no sea negativo', en: 'Type an amount that is not negative' },
  planCount: { es: 'Escriba un número entero que no sea negativo', en: 'Type a whole number that is not negative' },
  supportTooLong: {
    es: 'El mensaje tiene más de 4000 caracteres',
    en: 'The message has more than 4000 characters',
  },
  tooLong: { es: 'El texto es demasiado largo', en: 'The text is too long' },
  taxId: { es: 'Use letras, dígitos, puntos, guiones o barras', en: 'Use letters, digits, dots, hyphens or slashes' },
  webhookUrl: {
    es: 'Escriba una dirección que empiece por https://',
    en: 'Type an address that begins with https://',
  },
  webhookCredentials: {
    es: 'La dirección no puede llevar usuario ni contraseña',
    en: 'The address cannot carry a user or a password',
  },
  webhookEvents: { es: 'Elija al menos un evento', en: 'Choose at least one event' },
  webhookPermit: {
    es: 'No tiene permiso para ver uno de estos eventos',
    en: 'You are not allowed to see one of these events',
  },
  webhookNetwork: {
    es: 'No se envía a direcciones privadas ni sin TLS (https://)',
    en: 'Nothing is sent to private addresses or without TLS (https://)',
  },
  currency: { es: 'Escriba el código de la moneda, como CLP', en: 'Type the code of the currency, such as CLP' },
  code: {
    es: 'Escriba los 6 dígitos de su aplicación o un código de recuperación',
    en: 'Type the 6 digits of your app or a recovery code',
  },
  appCode: { es: 'Escriba los 6 dígitos que muestra la aplicación', en: 'Type the 6 digits that the app shows' },
  networkId: {
    es: 'Use letras minúsculas, dígitos y guiones, 40 como máximo; primero una letra o un dígito',
    en: 'Use lowercase letters, digits and hyphens, 40 at most; a letter or digit first',
  },
  mailDomain: { es: 'Escriba dominios como empresa.cl', en: 'Type domains such as company.com' },
  issuer: {
    es: 'Escriba una dirección que empiece con https://, sin parámetros',
    en: 'Type an address that begins with https://, without parameters',
  },
} as const satisfies Record<string, Sentence>

/** A user who may not see a thing gets the same answer as where there is none. */
export const UNKNOWN_SENTENCES = {
  user: { es: 'No existe ese usuario', en: 'There is no such user' },
  company: { es: 'No existe esa empresa', en: 'There is no such company' },
} as const satisfies Record<string, Sentence>

export const PASSWORD_SENTENCES: Record<PasswordProblem, Sentence> = {
  required: FIELD_SENTENCES.required,
  tooShort: { es: 'Mínimo 8 caracteres', en: 'At least 8 characters' },
  tooLong: { es: 'Máximo 30 caracteres', en: 'At most 30 characters' },
  tooSimple: {
    es: 'Debe contener al menos un número, una letra minúscula, y una letra mayúscula',
    en: 'It must contain at least a number, a lowercase letter and an uppercase letter',
  },
}

export const WEAK_PASSWORD_SENTENCES: Record<PasswordWeakness, Sentence> = {
  commonPassword: {
    es: 'Muchas personas usan esa contraseña: es de las primeras que se prueban. Elija otra',
    en: 'Many people use that password: it is among the first that are tried. Choose another one',
  },
  ownPassword: {
    es: 'Se adivina por su nombre, su e-mail, su empresa o el portal. Elija otra',
    en: 'It can be guessed from your name, your e-mail, your company or the portal. Choose another one',
  },
}

/** @param seconds until there may be more */
export const tooManyRequests = (seconds: number): Sentence => ({
  es: `Demasiadas peticiones en un minuto. Vuelva a intentarlo en ${seconds} s`,
  en: `Too many requests in a minute. Try again in ${seconds} s`,
})

/** What a failure says when nothing more exact is known. */
export const ERROR_SENTENCES: Record<ErrorCode, Sentence> = {
  invalid_request: { es: 'Hay datos que no son válidos', en: 'Some data is not valid' },
  invalid_api_key: {
    es: 'Falta la cabecera x-api-key o no es válida',
    en: 'The x-api-key header is missing or not valid',
  },
  not_logged_in: { es: NOT_LOGGED_IN, en: NOT_LOGGED_IN },
  session_expired: { es: 'Su sesión ha caducado', en: 'Your session has expired' },
  api_key_ended: {
    es: 'Esta clave de API no existe, caducó o fue revocada',
    en: 'This API key does not exist, has expired or was revoked',
  },
  wrong_credentials: { es: 'E-mail o contraseña incorrectos', en: 'Wrong e-mail or password' },
  second_factor_required: {
    es: 'Falta el código de su aplicación o uno de recuperación',
    en: 'The code of your app, or a recovery code, is still needed',
  },
  second_factor_enrolment: {
    es: 'Su empresa exige la verificación en dos pasos: actívela para entrar',
    en: 'Your company requires two-step verification: turn it on to log in',
  },
  login_step_expired: {
    es: 'Pasó demasiado tiempo. Escriba otra vez su e-mail y contraseña',
    en: 'Too much time has passed. Type your e-mail and password again',
  },
  wrong_code: { es: 'El código no es correcto o ya fue usado', en: 'The code is wrong or was used already' },
  sign_on_required: {
    es: 'Su empresa entra con su propio proveedor de identidad, no con contraseña',
    en: 'Your company logs in by its own identity provider, not by password',
  },
  account_locked: {
    es: 'Demasiados intentos. Espere antes de volver a intentarlo',
    en: 'Too many attempts. Wait before you try again',
  },
  not_allowed: { es: 'No tiene permiso para esto', en: 'You are not allowed to do this' },
  viewing_only: {
    es: 'Está viendo el portal como otra persona: así no se puede cambiar nada',
    en: 'You are looking at the portal as somebody else: nothing can be changed like this',
  },
  company_blocked: {
    es: 'La empresa está bloqueada: se puede ver todo y no se puede cambiar nada',
    en: 'The company is blocked: everything can be seen and nothing can be changed',
  },
  address_not_allowed: {
    es: 'Esta clave de API no se puede usar desde esta dirección',
    en: 'This API key cannot be used from this address',
  },
  not_found: { es: 'No existe', en: 'It does not exist' },
  conflict: { es: 'Cambió entretanto', en: 'It changed in the meantime' },
  last_administrator: {
    es: 'Nadie más podría administrar usuarios: es la última persona que puede entrar y hacerlo',
    en: 'Nobody else could manage users: this is the last person who can log in and do so',
  },
  transition_not_allowed: { es: 'El estado de la SIM no lo permite', en: 'The status of the SIM does not allow it' },
  type_not_editable: { es: 'El tipo de SIM no lo permite', en: 'The type of the SIM does not allow it' },
  operation_open: {
    es: 'Ya hay otra operación en curso para esta SIM',
    en: 'Another operation is already under way for this SIM',
  },
  network_refused: { es: 'La red no aceptó la operación', en: 'The network did not accept the operation' },
  body_too_large: { es: 'La petición es demasiado grande', en: 'The request is too large' },
  unsupported_media_type: { es: 'Ese tipo de contenido no se acepta', en: 'That content type is not accepted' },
  too_many_requests: { es: 'Demasiadas peticiones', en: 'Too many requests' },
  internal: {
    es: 'Ha ocurrido un error, ver la consola para mas detalles.',
    en: 'An error has occurred, see the console for more details.',
  },
  unavailable: { es: 'El servicio no está disponible', en: 'The service is not available' },
}
