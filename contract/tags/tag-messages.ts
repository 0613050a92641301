import type { Sentence } from '../sentence.ts'

export const TAG_SENTENCES = {
  saved: { es: 'Los tags fueron guardados', en: 'The tags were saved' },
  edited: { es: 'Tag guardado', en: 'Tag saved' },
  deleted: { es: 'Tag eliminado', en: 'Tag deleted' },
  unknown: { es: 'Ese tag ya no existe', en: 'That tag no longer exists' },
  nameTaken: { es: 'Ya hay un tag con ese nombre', en: 'There is already a tag with that name' },
} as const satisfies Record<string, Sentence>
