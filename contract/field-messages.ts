import { GROUP_DEPTH_MAX, GROUP_NAME_MAX } from '#domain/groups.ts'
import { FIELD_SENTENCES } from './messages.ts'
import type { Sentence } from './sentence.ts'

/** The sentences of all fields: those of single features stand here, so that the first screen does not load them. */
export const ALL_FIELD_SENTENCES = {
  ...FIELD_SENTENCES,
  secretAgain: {
    es: 'Cambió la conexión: escriba otra vez este secreto',
    en: 'The connection changed: enter this secret again',
  },
  tac: {
    es: 'Escriba los ocho primeros dígitos del IMEI del modelo',
    en: 'Enter the first eight digits of the model’s IMEI',
  },
  lockValues: { es: 'Hasta 20, y uno solo al aprender', en: 'Up to 20, and only one when learning' },
  area: {
    es: 'Escriba un país, como CL, o una red, como 730-01',
    en: 'Enter a country, such as CL, or a network, such as 730-01',
  },
  lockAreas: {
    es: 'Hasta 100 países y redes, y ninguno sin límite',
    en: 'Up to 100 countries and networks, and none without a limit',
  },
  geofenceName: { es: 'Hasta 60 caracteres, en una sola línea', en: 'Up to 60 characters, on one line' },
  coordinates: {
    es: 'Escriba latitud y longitud en grados, como -33.4489, -70.6693, con una latitud de hasta 85',
    en: 'Enter latitude and longitude in degrees, such as -33.4489, -70.6693, with a latitude of up to 85',
  },
  geofenceRadius: {
    es: 'Escriba un radio de 10 a 1.000.000 de metros',
    en: 'Enter a radius of 10 to 1,000,000 metres',
  },
  geofenceCorners: { es: 'Un polígono tiene de 3 a 100 vértices', en: 'A polygon has 3 to 100 corners' },
  geofenceWidth: {
    es: 'El polígono debe ser más angosto que medio mundo',
    en: 'The polygon must be narrower than half the world',
  },
  geofenceCrossing: {
    es: 'Los lados del polígono no pueden cruzarse ni tocarse',
    en: 'The polygon’s sides can’t cross or touch',
  },
  lockGeofences: { es: 'Hasta 20 geocercas, y ninguna sin límite', en: 'Up to 20 geofences, and none without a limit' },
  tagName: {
    es: 'Un tag no lleva comas, puntos y comas ni barras verticales',
    en: 'A tag has no commas, semicolons or vertical bars',
  },
  groupName: {
    es: 'El nombre de un grupo no lleva comas, puntos y comas ni barras',
    en: 'A group’s name has no commas, semicolons or bars',
  },
  groupPath: {
    es: `Hasta ${GROUP_DEPTH_MAX} nombres separados por /, de hasta ${GROUP_NAME_MAX} caracteres, sin comas, puntos y comas ni barras verticales`,
    en: `Up to ${GROUP_DEPTH_MAX} names separated by /, of up to ${GROUP_NAME_MAX} characters, without commas, semicolons or vertical bars`,
  },
  ruleFigure: { es: 'Escriba un número entero dentro de lo posible', en: 'Enter a whole number in the range' },
  ruleHours: { es: 'Elija dos horas distintas', en: 'Choose two different hours' },
  ruleAmount: { es: 'Escriba un monto mayor que cero', en: 'Enter an amount above zero' },
  ruleSims: { es: 'Solo en reglas para SIMs', en: 'Only in rules for SIMs' },
  ruleCurrency: { es: 'La moneda es la de la empresa', en: 'The currency is the company’s' },
  emptyRule: { es: 'Elija al menos un filtro', en: 'Choose at least one filter' },
  webhookUrl: {
    es: 'Escriba una URL que empiece por https://',
    en: 'Enter a URL that starts with https://',
  },
  webhookCredentials: {
    es: 'La URL no puede incluir usuario ni contraseña',
    en: 'The URL can’t include a username or password',
  },
  webhookEvents: { es: 'Elija al menos un evento', en: 'Choose at least one event' },
  webhookPermit: {
    es: 'No tiene permiso para ver uno de estos eventos',
    en: 'You don’t have permission to view one of these events',
  },
  webhookNetwork: {
    es: 'No se permiten direcciones privadas ni sin TLS (https://)',
    en: 'Private addresses, or addresses without TLS (https://), aren’t allowed',
  },
  networkId: {
    es: 'Use hasta 40 letras minúsculas, dígitos y guiones, empezando por una letra o un dígito',
    en: 'Use up to 40 lowercase letters, digits and hyphens, starting with a letter or digit',
  },
  portalDecides: {
    es: 'De la red se adopta solo el estado; el perfil y el vínculo al dispositivo los decide el portal',
    en: 'Only the status is adopted from the network; the portal decides the profile and the device lock',
  },
  mailDomain: { es: 'Escriba dominios como empresa.cl', en: 'Enter domains such as company.com' },
  issuer: {
    es: 'Escriba una URL que empiece por https://, sin parámetros',
    en: 'Enter a URL that starts with https://, without parameters',
  },
  addresses: {
    es: 'Escriba una dirección IP o un rango, como 10.20.0.0/24',
    en: 'Enter an IP address or a range, such as 10.20.0.0/24',
  },
  addressesTaken: { es: 'Ya hay un cliente con estas direcciones', en: 'A client with these addresses already exists' },
  secretTooShort: { es: 'El secreto debe tener al menos 8 caracteres', en: 'The secret must have at least 8 characters' },
  planCode: {
    es: 'Use de 2 a 40 letras, dígitos, guiones o puntos, empezando por una letra o un dígito',
    en: 'Use 2 to 40 letters, digits, hyphens or dots, starting with a letter or digit',
  },
  planAmount: { es: 'Escriba un monto de cero o más', en: 'Enter an amount of zero or more' },
  planStay: { es: 'Escriba de 0 a 60 meses', en: 'Enter 0 to 60 months' },
  planCount: { es: 'Escriba un número entero de cero o más', en: 'Enter a whole number of zero or more' },
} as const satisfies Record<string, Sentence>
