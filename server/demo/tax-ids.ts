const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

/** A Chilean RUT of a number: '76.123.456-K', check digit by modulo 11. */
export function chileanRut(number: number): string {
  let sum = 0
  let weight = 2
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * weight
    weight = weight === 7 ? 2 : weight + 1
  }
  const check = 11 - (sum % 11)
  const digit = check === 11 ? '0' : check === 10 ? 'K' : String(check)
  return `${String(number).replace(/\B(?=(\d{3})+$)/g, '.')}-${digit}`
}

/** A Peruvian RUC of its first ten digits ('20' and eight more for a company), check digit by modulo 11. */
export function peruvianRuc(firstTen: string): string {
  const check = 11 - (weighted(firstTen, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return firstTen + String(check % 10)
}

/** An Argentine CUIT of its first ten digits ('30' and eight more for a company): '30-12345678-9'. */
export function argentineCuit(firstTen: string): string {
  const check = (11 - (weighted(firstTen, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  if (check === 10) throw new Error(`${firstTen} has no check digit`)
  return `${firstTen.slice(0, 2)}-${firstTen.slice(2)}-${check}`
}

/** An Ecuadorian RUC of the first nine digits of a private company (the third is 9), establishment 001. */
export function ecuadorianRuc(firstNine: string): string {
  const check = (11 - (weighted(firstNine, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  if (check === 10) throw new Error(`${firstNine} has no check digit`)
  return `${firstNine}${check}001`
}

const RFC_ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** A Mexican RFC of a company's first eleven characters (three letters, date, two of the homoclave): the check is the twelfth. */
export function mexicanRfc(firstEleven: string): string {
  const sum = [...` ${firstEleven}`].reduce((total, char, index) => total + RFC_ALPHABET.indexOf(char) * (13 - index), 0)
  const check = sum % 11 === 0 ? 0 : 11 - (sum % 11)
  return firstEleven + (check === 10 ? 'A' : String(check))
}
