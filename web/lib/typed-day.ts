const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether a text is a day that there is, YYYY-MM-DD, such as an address or a field may hold. */
export const isTypedDay = (text: string | undefined): text is string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text))
