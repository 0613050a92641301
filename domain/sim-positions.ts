/** Days for which positions of a SIM are kept. */
export const SIM_POSITION_DAYS = 30
/** Positions that one answer has at most, the latest: a SIM that moves all day has some fifty a day. */
export const SIM_POSITIONS_MAX = 2000
