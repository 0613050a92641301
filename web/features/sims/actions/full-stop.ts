/** The server's findings have none: they stand in headings and lists too. */
export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
