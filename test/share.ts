/**
 * How much of the long walks (fuzz, fault runs, properties, widths) a run takes: `npm test` a share, another one each day, and
 * `npm run soak` the whole.
 */
export const IS_SOAK = process.env.ENLACE_SOAK === '1'

export const shareOf = <T>(share: T, whole: T): T => (IS_SOAK ? whole : share)

/** Seed of everything that is made up in a run: the day, as 20261122, or ENLACE_SEED to have an earlier run again. */
export const SEED = Number(process.env.ENLACE_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
