import { formatNumber } from './format.ts'

const KM_M = 1000

/** A length in metres, from a kilometre on in kilometres with up to one decimal. */
export const lengthText = (metres: number): string =>
  metres < KM_M ? `${formatNumber(Math.round(metres))} m` : `${formatNumber(Math.round(metres / 100) / 10)} km`
