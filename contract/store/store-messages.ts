import type { PictureProblem } from '#domain/picture-format.ts'
import type { Sentence } from '../sentence.ts'

export const STORE_SENTENCES = {
  categoryCreated: { es: 'La categoría quedó creada', en: 'The category was created' },
  categoryChanged: { es: 'La categoría quedó guardada', en: 'The category is saved' },
  categoriesOrdered: { es: 'El orden quedó guardado', en: 'The order is saved' },
  categoryTaken: { es: 'Ya hay una categoría con ese nombre', en: 'There is a category of that name already' },
  orderIncomplete: {
    es: 'Las categorías cambiaron entretanto; vuelva a ordenarlas',
    en: 'The categories changed in the meantime; order them again',
  },
  unknownCategory: { es: 'No existe esa categoría', en: 'There is no such category' },
  unknownBrand: { es: 'No existe esa marca', en: 'There is no such brand' },
  hardwareCreated: { es: 'El producto quedó creado', en: 'The product was created' },
  hardwareChanged: { es: 'El producto quedó guardado', en: 'The product is saved' },
  unknownHardware: { es: 'No existe ese producto', en: 'There is no such product' },
  unknownPicture: { es: 'No existe esa imagen', en: 'There is no such picture' },
} as const satisfies Record<string, Sentence>

/** When brands do not come (specification section 8). */
export const BRANDS_FAILED: Sentence = {
  es: 'Ha ocurrido un error trayendo las marcas',
  en: 'An error has occurred fetching the brands',
}

export const PICTURE_SENTENCES: Readonly<Record<PictureProblem, Sentence>> = {
  notAPicture: { es: 'El archivo no es una imagen PNG, JPEG o WebP', en: 'The file is no PNG, JPEG or WebP picture' },
  tooLarge: { es: 'La imagen pesa más de 512 KB', en: 'The picture has more than 512 KB' },
  tooWide: { es: 'La imagen mide más de 1200 píxeles de lado', en: 'The picture has a side of more than 1200 pixels' },
  tooSmall: { es: 'La imagen mide menos de 32 píxeles de lado', en: 'The picture has a side of less than 32 pixels' },
}
