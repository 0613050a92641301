/** What server and page say about keys of companies. */
export const API_KEY_SENTENCES = {
  revoked: { es: 'La clave ya no vale', en: 'The key no longer works' },
  unknown: { es: 'No existe esa clave', en: 'There is no such key' },
  nameTaken: { es: 'Ya hay una clave con ese nombre', en: 'There is a key with that name already' },
  notHeld: { es: 'No puede dar un permiso que usted no tiene', en: 'You cannot grant a permission that you do not have' },
  nothing: { es: 'Elija al menos un permiso', en: 'Choose at least one permission' },
  past: { es: 'La fecha ya pasó', en: 'The date has passed' },
  tooMany: {
    es: 'La empresa ya tiene 100 claves en uso. Revoque las que no necesita',
    en: 'The company has 100 working keys already. Revoke those that it does not need',
  },
  peopleOnly: {
    es: 'Solo una persona que ha iniciado sesión puede hacer esto, no una clave de API',
    en: 'Only a person who is logged in can do this, not an API key',
  },
} as const
