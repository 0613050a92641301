import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** Workbooks that tests make of their parts. */
export async function writeParts(path: string, parts: Readonly<Record<string, string>>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as spreadsheets write it: shared strings, styles, more than one sheet. */
export const workbookParts = (sheetXml: string): Record<string, string> => ({
  '_rels/.rels': `<Relationships xmlns="${RELS}"><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="${OFFICE}"><x:sheets><x:sheet name="Oculta" state="hidden" sheetId="1" r:id="r1"/><x:sheet name="Inventario" sheetId="2" r:id="r2"/></x:sheets></x:workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>ICC</t></si><si><r><t>Cam</t></r><r><t>ión</t></r><rPh><t>no</t></rPh></si><si><t>a_x0009_b &amp; c</t></si></sst>',
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0.00&quot;d&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
  'xl/worksheets/sheet2.xml': sheetXml,
})
