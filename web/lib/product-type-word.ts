import { productTypeName } from '#domain/product-types.ts'
import { language } from './preferences.ts'

/**
 * The localised name of a product type, or of a category of the store.
 * @param name as on the wire
 */
export const productTypeLabel = (name: string): string => productTypeName(name, language.get())
