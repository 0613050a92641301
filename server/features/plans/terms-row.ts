import type { TermsBody } from '#contract/plans/plans.calls.ts'
import type { TermValues } from '#domain/plans.ts'

/** The start of a plan's first terms: before every cycle. */
export const FOREVER = '1970-01-01'

/** The columns of plan_terms with allowances and prices. */
export function termsRow(body: TermsBody) {
  return {
    price_minor: body.planPrice,
    hibernation_fee_minor: body.hibernationFee,
    data_mb: body.data,
    included_sms: body.sms,
    included_voice_seconds: body.voice,
    overage_unit_mb: body.overageUnit,
    overage_price_minor: body.overagePrice,
    sms_price_minor: body.smsPrice,
    voice_price_minor: body.voicePrice,
  }
}

type TermsRow = ReturnType<typeof termsRow>

/** The terms of such a row. */
export function ofRow(row: TermsRow): TermValues {
  return {
    priceMinor: row.price_minor,
    hibernationFeeMinor: row.hibernation_fee_minor,
    dataMb: row.data_mb,
    includedSms: row.included_sms,
    includedVoiceSeconds: row.included_voice_seconds,
    overageUnitMb: row.overage_unit_mb,
    overagePriceMinor: row.overage_price_minor,
    smsPriceMinor: row.sms_price_minor,
    voicePriceMinor: row.voice_price_minor,
  }
}
