/** An address as the log keeps it: whoever reads the log must not be able to use a link from somebody's mail. */
export const withoutTokens = (address: string): string =>
  address.replace(/(\/restoreEmail\/|[?&](?:token|code)=)[^/?&#]+/gi, (_, before: string) => `${before}…`)
