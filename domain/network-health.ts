/** From this share of failed calls on, a network counts as closed: the few calls that succeed are of no use to anyone. */
export const CLOSED_SHARE = 0.95
