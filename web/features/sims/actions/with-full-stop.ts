/** A finding of the server as a sentence: findings have no full stop, because they stand in headings and lists too. */
export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
