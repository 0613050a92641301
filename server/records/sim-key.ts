/** A SIM in its company, which together are the key of its rows. */
export interface SimKey {
  readonly companyId: number
  readonly iccid: string
}

/** The key as one text, for maps. */
export const simKey = ({ companyId, iccid }: SimKey): string => `${companyId} ${iccid}`
