const demoLogins = [
  ['admin@enlace.test', 'administrator'],
  ['ana@andes.test', 'all permits, may hibernate'],
  ['luis@andes.test', 'only SIMs, may not hibernate'],
  ['flota@pacifico.test', 'another customer, all permits'],
] as const

/** What the terminal shows after the start: the address and, with demo data, the logins. */
export function announcement(address: string, hasDemo: boolean): string {
  const logins = demoLogins.map(([email, who]) => `    ${email.padEnd(22)} ${who}`)
  const lines = hasDemo
    ? [`  Enlace runs at ${address}`, '', '  Demo logins, password Enlace2026:', ...logins]
    : [`  Enlace runs at ${address}`]
  return `\n${lines.join('\n')}\n\n`
}
