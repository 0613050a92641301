import { DRAFTS_MAX } from '#domain/drafts.ts'
import type { Sentence } from '../sentence.ts'

export const DRAFT_SENTENCES = {
  discarded: { es: 'Borrador descartado', en: 'Draft discarded' },
  unknown: { es: 'No existe ese borrador', en: 'Draft not found' },
  answered: { es: 'Ese borrador ya se respondió o venció', en: 'That draft was already answered, or it expired' },
  tooMany: {
    es: `Ya hay ${DRAFTS_MAX} borradores que esperan a la persona. Confirme o descarte alguno antes`,
    en: `${DRAFTS_MAX} drafts already wait for the person. Confirm or discard one first`,
  },
} as const satisfies Record<string, Sentence>
