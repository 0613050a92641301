/** What may hold a semicolon that ends nothing: comments, quoted text and names, dollar-quoted bodies. */
const skipped = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/**
 * Parts SQL text into its statements, without the closing semicolons; pieces that hold only comments are left out.
 * With single statements the failed one is known, and a sharded database accepts them only one by one.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const match of text.matchAll(skipped)) {
    if (match[0] !== ';') continue
    statements.push(text.slice(start, match.index))
    start = match.index + 1
  }
  statements.push(text.slice(start))
  return statements.map((statement) => statement.trim()).filter(saysSomething)
}

const saysSomething = (statement: string): boolean => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== ''
