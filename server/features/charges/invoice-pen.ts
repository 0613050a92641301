import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** The page's own face, in three weights. */
const FONTS = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  medium: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf')),
  semibold: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
} as const

/** Colours of the light theme. */
export const INK = {
  text: '#14181f',
  second: '#464e5a',
  third: '#636b78',
  line: '#d3d8de',
  soft: '#f6f7f9',
  paper: '#ffffff',
  orange: '#f8741d',
  red: '#ad1f1a',
} as const

/** An A4 sheet in points, and what is kept free around its contents. */
export const SHEET = { left: 48, right: 547, top: 48, bottom: 772, foot: 800, middle: 297, height: 842 } as const

export interface Style {
  readonly face?: keyof typeof FONTS
  /** points */
  readonly size?: number
  readonly color?: string
  readonly align?: 'left' | 'right' | 'center'
  /** stands in a column of figures */
  readonly isFigure?: boolean
  /** what it is to those who hear the document (PDF 1.7 section 14.8.4); 'Artifact' is not read out */
  readonly role?: Role
}

type Role = 'H1' | 'P' | 'TH' | 'TD' | 'Artifact'
type Part = 'Table' | 'TR'

interface Box extends Style {
  readonly x: number
  readonly y: number
  readonly width: number
}

interface About {
  readonly title: string
  readonly author: string
  readonly language: string
  /** written into the file: the same for the same document, so that its bytes are */
  readonly at: Date
}

/** Figures all of one width, so that they stand below each other. Not for other texts: it widens hyphens. */
const FIGURES = { features: ['tnum'] } satisfies PDFKit.Mixins.TextOptions

/** Characters of which no line has room for more. */
const LONGEST = 200

/** Writes on sheets: text in boxes, lines, areas. Knows nothing of what it writes. */
export class InvoicePen {
  readonly doc: PDFKit.PDFDocument
  /** the parts that what is written now is inside of */
  readonly #parts: PDFKit.PDFStructureElement[] = []

  constructor({ title, author, language, at }: About) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      tagged: true,
      font: '',
      info: { Title: title, Author: author, Creator: 'Enlace', CreationDate: at },
    })
    for (const [name, path] of Object.entries(FONTS)) this.doc.registerFont(name, path)
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.#parts.push(root)
  }

  /** One line; what is too long for the box ends with an ellipsis. */
  line(text: string, box: Box): void {
    const { x, y, width, align = 'left', isFigure = false } = box
    this.#take(box)
    const look = isFigure ? FIGURES : {}
    const fitting = this.#fitting(text, width)
    const free = align === 'left' ? 0 : width - this.doc.widthOfString(fitting, look)
    this.#marked(box.role ?? 'P', () =>
      this.doc.text(fitting, x + (align === 'center' ? free / 2 : free), y, { lineBreak: false, ...look }),
    )
  }

  /** Lines as many as the text needs, at most `most`. @returns the y below them */
  block(text: string, box: Box, most = 3): number {
    const { x, y, width, size = 9, align = 'left' } = box
    this.#take(box)
    const step = size * 1.4
    const height = Math.min(this.doc.heightOfString(text, { width, lineGap: size * 0.2 }), step * most)
    this.#marked('P', () => this.doc.text(text, x, y, { width, align, height, ellipsis: true, lineGap: size * 0.2 }))
    return y + Math.max(height, step)
  }

  widthOf(text: string, style: Style): number {
    this.#take(style)
    return this.doc.widthOfString(text)
  }

  rule(y: number, color: string = INK.line): void {
    this.drawing(() => this.doc.moveTo(SHEET.left, y).lineTo(SHEET.right, y).lineWidth(0.6).strokeColor(color).stroke())
  }

  area(x: number, y: number, width: number, height: number): void {
    this.drawing(() => this.doc.roundedRect(x, y, width, height, 6).fill(INK.soft))
  }

  /** What says nothing, and is not read out. */
  drawing(draw: () => unknown): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** What is written inside belongs together. */
  part(kind: Part, write: () => void): void {
    const part = this.doc.struct(kind)
    this.#parts.at(-1)?.add(part)
    this.#parts.push(part)
    write()
    this.#parts.pop()
    part.end()
  }

  #marked(role: Role, write: () => unknown): void {
    if (role === 'Artifact') {
      this.drawing(write)
      return
    }
    const content = this.doc.markStructureContent(role)
    write()
    this.doc.endMarkedContent()
    this.#parts.at(-1)?.add(this.doc.struct(role, {}, [content]))
  }

  #take({ face = 'regular', size = 9, color = INK.text }: Style): void {
    this.doc.font(face).fontSize(size).fillColor(color)
  }

  #fitting(text: string, width: number): string {
    const isFitting = (part: string) => this.doc.widthOfString(part) <= width
    if (text.length <= LONGEST && isFitting(text)) return text
    const characters = [...text.slice(0, LONGEST)]
    const shortened = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`
    // setting a text is slow: halved, not taken away from one by one
    let [fits, tooMany] = [1, characters.length]
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2)
      if (isFitting(shortened(middle))) fits = middle
      else tooMany = middle
    }
    return shortened(fits)
  }
}
