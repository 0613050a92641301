/** Whose figures are shown, as queries and addresses of lists have it: a company alone, or with all below it. */
export interface OfCompany {
  readonly company: number
  readonly subsidiaries?: 'true' | undefined
}
