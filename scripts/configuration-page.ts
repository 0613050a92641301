import { configSchema } from '#server/config.ts'

/** docs/configuration.md, from the one schema of the environment. */
export function printConfiguration(): string {
  const rows = Object.entries(configSchema.shape).map(([name, field]) => {
    const standard = field.safeParse(undefined).data
    return `| \`${name}\` | ${standard === undefined ? '–' : `\`${standard}\``} | ${field.description} |`
  })
  return `# Configuration

Enlace is configured by variables of the environment. None is needed. A wrong one stops the start with a sentence that names it.
This page is generated from \`server/config.ts\` by \`npm run generate\`.

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}

\`npm run create-admin\` takes the password of the administrator from \`ENLACE_ADMIN_PASSWORD\` where there is no terminal to ask at.
`
}
