/** Whether PostgreSQL can store a text: it has no NUL and is valid Unicode without lone surrogates. */
export const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();
