/** What a new ticket is like unless the organizer chooses otherwise: on sale at once, for everyone. */
export const TICKET_DEFAULTS = {
  minPerOrder: 1,
  maxPerOrder: 10,
  admits: true,
  hidden: false,
  hideBeforeSale: false,
  hideAfterSale: false,
  hideWhenSoldOut: false,
  hideWithoutPromoCode: false,
  showQuantityRemaining: false,
  collapsedOnLoad: false,
  maxIsPerPerson: false,
} as const;
