/** What server and page say about keys of companies. */
export const API_KEY_SENTENCES = {
  revoked: { es: 'Clave revocada', en: 'Key revoked' },
  unknown: { es: 'No existe esa clave', en: 'Key not found' },
  nameTaken: { es: 'Ya hay una clave con ese nombre', en: 'A key with that name already exists' },
  notHeld: { es: 'No puede dar un permiso que usted no tiene', en: 'You can’t grant a permission you don’t have' },
  nothing: { es: 'Elija al menos un permiso', en: 'Choose at least one permission' },
  ownCompany: {
    es: 'Una clave es de su propia empresa: deje de trabajar en otra para crearla',
    en: 'A key belongs to your own company: stop working in another one to create it',
  },
  unknownCode: {
    es: 'Ningún terminal espera con ese código. Vuelva a ejecutar enlace login',
    en: 'No terminal waits with that code. Run enlace login again',
  },
  refused: { es: 'Terminal rechazado', en: 'Terminal refused' },
  past: { es: 'La fecha ya pasó', en: 'The date has passed' },
  tooMany: {
    es: 'La empresa ya tiene 100 claves en uso. Revoque las que no necesita',
    en: 'The company already has 100 keys in use. Revoke those it doesn’t need',
  },
  peopleOnly: {
    es: 'Esto requiere iniciar sesión: no se puede hacer con una clave de API',
    en: 'This requires logging in: it can’t be done with an API key',
  },
} as const
