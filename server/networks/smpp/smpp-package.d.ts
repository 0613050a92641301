declare module 'smpp' {
  interface Field {
    type: unknown
    filter?: unknown
  }
  class PDU {
    constructor(buffer: Buffer)
    constructor(command: string, fields?: Readonly<Record<string, unknown>>)
    command: string
    command_status: number
    sequence_number: number
    isResponse(): boolean
    toBuffer(): Buffer
    [field: string]: unknown
  }
  interface Package {
    readonly PDU: typeof PDU
    readonly commands: Readonly<Record<string, { readonly params?: Readonly<Record<string, Field>> }>>
    readonly tlvs: Readonly<Record<string, Field>>
    readonly types: { readonly tlv: Readonly<Record<string, unknown>> }
    readonly errors: Readonly<Record<string, number>>
    addTLV(tag: string, options: { id: number; type: unknown }): void
  }
  const smpp: Package
  export default smpp
}
