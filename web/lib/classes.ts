/** Several classes as one attribute; what is false or empty is left out. */
export const classes = (...names: readonly (string | false | 0 | null | undefined)[]): string => names.filter(Boolean).join(' ')
