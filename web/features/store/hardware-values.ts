import { FIELD_SENTENCES } from '#contract/messages.ts'
import { PRICE_MAX_MINOR, STORE_CURRENCIES } from '#domain/requests.ts'
import { decimalsOf, formatDecimal } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { typedMoney } from '#web/lib/typed-money.ts'
import type { HardwareBody, HardwareRow } from './store.api.ts'

/** Values of a product's form, as typed. */
export interface HardwareValues {
  readonly name: string
  readonly brand: string
  readonly category: string
  readonly price: string
  readonly currency: HardwareBody['currency']
  readonly description: string
  readonly english: string
  readonly picture: string
  readonly active: boolean
}

const isCurrency = (text: string): text is HardwareBody['currency'] => STORE_CURRENCIES.some((one) => one === text)

/** The values of a product, or of a new one. */
export function hardwareValuesOf(product: HardwareRow | undefined): HardwareValues {
  if (!product) {
    return {
      name: '',
      brand: '',
      category: '',
      price: '',
      currency: 'CLP',
      description: '',
      english: '',
      picture: '',
      active: true,
    }
  }
  const { currency } = product
  const digits = decimalsOf(currency)
  return {
    name: product.hardwareName,
    brand: product.brandName,
    category: String(product.categoryId),
    price: formatDecimal(product.price / 10 ** digits, digits),
    currency: isCurrency(currency) ? currency : 'CLP',
    description: product.hardwareDescription,
    english: product.hardwareDescriptionEn,
    picture: product.picture,
    active: product.active,
  }
}

type HardwareProblems = Readonly<Partial<Record<'hardwareName' | 'brandName' | 'categoryId' | 'price', string>>>

/**
 * Validation errors by the call's fields.
 * @param wrongPrice message for an invalid price
 */
export function hardwareProblemsOf(values: HardwareValues, wrongPrice: string): HardwareProblems {
  const required = sentence(FIELD_SENTENCES.required)
  const price = typedMoney(values.price, values.currency)
  return {
    ...(values.name.trim() === '' ? { hardwareName: required } : {}),
    ...(values.brand.trim() === '' ? { brandName: required } : {}),
    ...(values.category === '' ? { categoryId: required } : {}),
    ...(values.price.trim() === '' ? { price: required } : {}),
    ...(values.price.trim() !== '' && !(price >= 0 && price <= PRICE_MAX_MINOR) ? { price: wrongPrice } : {}),
  }
}

export const hardwareBodyOf = (values: HardwareValues): HardwareBody => ({
  hardwareName: values.name.trim(),
  hardwareDescription: values.description.trim(),
  hardwareDescriptionEn: values.english.trim(),
  brandName: values.brand.trim(),
  categoryId: Number(values.category),
  currency: values.currency,
  price: typedMoney(values.price, values.currency),
  picture: values.picture,
  active: values.active,
})
