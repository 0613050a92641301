const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether a text is a valid day, YYYY-MM-DD. */
export const isTypedDay = (text: string | undefined): text is string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text))
