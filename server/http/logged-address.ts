/** An address as it is logged: a reader of the log must not be able to use a link from a mail. */
export const withoutTokens = (address: string): string =>
  address.replace(/(\/restoreEmail\/|[?&](?:token|code)=)[^/?&#]+/gi, (_, before: string) => `${before}…`)
