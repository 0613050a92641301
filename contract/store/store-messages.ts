import type { PictureProblem } from '#domain/picture-format.ts'
import type { Sentence } from '../sentence.ts'

export const STORE_SENTENCES = {
  categoryCreated: { es: 'Categoría creada', en: 'Category created' },
  categoryChanged: { es: 'Categoría guardada', en: 'Category saved' },
  categoriesOrdered: { es: 'Orden guardado', en: 'Order saved' },
  categoryTaken: { es: 'Ya hay una categoría con ese nombre', en: 'A category with that name already exists' },
  orderIncomplete: {
    es: 'Otra persona cambió las categorías; vuelva a ordenarlas',
    en: 'Someone else changed the categories; sort them again',
  },
  unknownCategory: { es: 'No existe esa categoría', en: 'Category not found' },
  unknownBrand: { es: 'No existe esa marca', en: 'Brand not found' },
  hardwareCreated: { es: 'Producto creado', en: 'Product created' },
  hardwareChanged: { es: 'Producto guardado', en: 'Product saved' },
  unknownHardware: { es: 'No existe ese producto', en: 'Product not found' },
  unknownPicture: { es: 'No existe esa imagen', en: 'Image not found' },
} as const satisfies Record<string, Sentence>

/** When brands do not come (specification section 8). */
export const BRANDS_FAILED: Sentence = {
  es: 'Ha ocurrido un error trayendo las marcas',
  en: 'Couldn’t load brands',
}

export const PICTURE_SENTENCES: Readonly<Record<PictureProblem, Sentence>> = {
  notAPicture: { es: 'El archivo no es una imagen PNG, JPEG o WebP', en: 'The file isn’t a PNG, JPEG or WebP image' },
  tooLarge: { es: 'La imagen pesa más de 512 KB', en: 'The image is larger than 512 KB' },
  tooWide: { es: 'La imagen mide más de 1200 píxeles de lado', en: 'The image has a side longer than 1200 pixels' },
  tooSmall: { es: 'La imagen mide menos de 32 píxeles de lado', en: 'The image has a side shorter than 32 pixels' },
}
