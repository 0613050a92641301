import {
  IconCamera,
  IconCreditCard,
  IconGauge,
  IconMapPin,
  IconRouter,
  IconTemperature,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react'
import { productTypeName } from '#domain/product-types.ts'
import type { HysRow } from './hys.api.ts'

const BY_TYPE: ReadonlyMap<string, TablerIcon> = new Map([
  ['Meters', IconGauge],
  ['GPS trackers', IconMapPin],
  ['Sensors', IconTemperature],
  ['Cameras', IconCamera],
  ['Payment terminals', IconCreditCard],
])

/** A service has one of its own; a device of a type that has none has a router. */
export const productIcon = ({ kind, productType }: Pick<HysRow, 'kind' | 'productType'>): TablerIcon =>
  kind === 'service' ? IconTool : (BY_TYPE.get(productTypeName(productType, 'en')) ?? IconRouter)
