/** Whether PostgreSQL can store a text (no NUL) and it is valid Unicode (no lone surrogates). */
export const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();
