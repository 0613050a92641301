/**
 * Public mobile networks of the countries whose SIMs the portal has, by MCC-MNC (ITU-T E.212, Operational Bulletin 1162 and its
 * amendments). Others are shown by their code.
 */
const NAMES: Readonly<Record<string, string>> = {
  '262-01': 'Telekom DE',
  '262-02': 'Vodafone DE',
  '262-03': 'O2 DE',
  '310-260': 'T-Mobile US',
  '310-410': 'AT&T US',
  '311-480': 'Verizon US',
  '334-020': 'Telcel MX',
  '334-030': 'Movistar MX',
  '334-050': 'AT&T MX',
  '716-06': 'Movistar PE',
  '716-10': 'Claro PE',
  '716-15': 'Bitel PE',
  '716-17': 'Entel PE',
  '722-07': 'Movistar AR',
  '722-310': 'Claro AR',
  '722-34': 'Personal AR',
  '730-01': 'Entel CL',
  '730-02': 'Movistar CL',
  '730-03': 'Claro CL',
  '730-09': 'WOM CL',
  '740-00': 'Movistar EC',
  '740-01': 'Claro EC',
  '740-02': 'CNT EC',
}

/** The networks that have a name here. */
export const NAMED_NETWORKS: readonly string[] = Object.keys(NAMES)

/** The name of a mobile network; its code, as '730-01', where it has none here. @param code MCC and MNC with a hyphen, '' for none */
export function mobileNetworkName(code: string): string {
  return NAMES[code] ?? code
}
