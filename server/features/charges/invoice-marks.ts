import { INK, SHEET, type TaggedPdfWriter } from './tagged-pdf-writer.ts'

/**
 * The product's logo, two links, as on the page.
 * @param size points
 */
export function drawLogo(pen: TaggedPdfWriter, x: number, y: number, size: number): void {
  pen.artifact(() => drawLinks(pen.doc, x, y, size))
}

function drawLinks(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  const link = (left: number) => doc.roundedRect(left, 6.8, 12.5, 10.4, 5.2)
  doc
    .save()
    .translate(x, y)
    .scale(size / 24)
    .lineWidth(2.6)
  link(9.7).stroke(INK.orange)
  doc.save().rect(9.2, 4, 4, 8.5).clip().lineWidth(5)
  link(1.8).stroke(INK.paper)
  doc.restore().lineWidth(2.6)
  link(1.8).stroke(INK.text)
  doc.path('M14.9 17.2h-.3a5.2 5.2 0 0 1-4.6-3.2').lineWidth(5).stroke(INK.paper)
  doc.path('M16 17.2h-1.1a5.2 5.2 0 0 1-4.9-3.4').lineWidth(2.6).stroke(INK.orange)
  doc.restore()
}

/** A word stamped across the page, behind the text. */
export function drawStamp(pen: TaggedPdfWriter, word: string): void {
  const { doc } = pen
  const style = { face: 'semibold', size: 84, color: INK.red } as const
  const width = pen.widthOf(word, style)
  const left = SHEET.middle - width / 2
  doc
    .save()
    .rotate(-28, { origin: [SHEET.middle, SHEET.height / 2] })
    .opacity(0.13)
  pen.artifact(() =>
    doc
      .roundedRect(left - 24, SHEET.height / 2 - 66, width + 48, 132, 14)
      .lineWidth(6)
      .stroke(INK.red),
  )
  pen.line(word, { ...style, x: left, y: SHEET.height / 2 - 56, width: width + 1 })
  doc.restore()
}
