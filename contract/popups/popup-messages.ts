import type { PopupState } from '../filter-values.ts'
import type { Sentence } from '../sentence.ts'

export const POPUP_STATE_WORDS: Readonly<Record<PopupState, Sentence>> = {
  planned: { es: 'Programado', en: 'Scheduled' },
  shown: { es: 'Visible', en: 'Visible' },
  ended: { es: 'Terminado', en: 'Ended' },
}

export const POPUP_SENTENCES = {
  created: { es: 'Aviso creado', en: 'Notice created' },
  changed: { es: 'Aviso guardado', en: 'Notice saved' },
  ended: { es: 'El aviso ya no se muestra', en: 'The notice is no longer shown' },
  hasEnded: { es: 'Este aviso ya terminó', en: 'This notice has already ended' },
  noTarget: { es: 'Elija al menos una empresa', en: 'Choose at least one company' },
  unknownTarget: { es: 'Una de las empresas no existe', en: 'One of the companies doesn’t exist' },
  endsBeforeStart: { es: 'Debe terminar después de empezar', en: 'It must end after it starts' },
} as const satisfies Readonly<Record<string, Sentence>>
