import { configSchema } from '#server/config.ts'

/** docs/configuration.md, from the one schema of the environment. */
export function printConfiguration(): string {
  const rows = Object.entries(configSchema.shape).map(([name, field]) => {
    const standard = field.safeParse(undefined).data
    return `| \`${name}\` | ${standard === undefined ? '–' : `\`${standard}\``} | ${field.description} |`
  })
  return `# Configuration

Environment variables configure Enlace. None is required. An invalid one stops the start with a sentence that names it. This page is
generated from \`server/config.ts\` by \`npm run generate\`.

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}

\`npm run create-admin\` reads the administrator's password from \`ENLACE_ADMIN_PASSWORD\` when there is no terminal.
`
}
