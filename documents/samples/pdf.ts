import type { CreditNotePdfData, InvoicePdfData } from '../invoices/types.ts';
import type { TicketPdfData } from '../tickets/types.ts';
import { baseUrl, sampleEvent, sampleOrder } from './event.ts';

export const sampleInvoice: InvoicePdfData = {
  number: 'MAREA-00042',
  issuedAt: '2027-02-04T10:15:00.000Z',
  content: {
    issuer: {
      lines: ['Laboratorio Marea S.L.', 'Moll de la Duana s/n', '46024 València', 'España'],
      taxId: 'ES B12345678',
    },
    buyer: { name: 'Lucía Ferrer Soler', email: 'lucia@example.org' },
    orderReference: sampleOrder.reference,
    event: {
      title: sampleEvent.title,
      startsAt: sampleEvent.startsAt,
      endsAt: sampleEvent.endsAt,
      timeZone: sampleEvent.timeZone,
    },
    currency: 'EUR',
    lines: sampleOrder.lines.map(({ admits: _, ...line }) => ({
      ...line,
      unitMinor: line.minor / line.quantity,
    })),
    discount: null,
    fees: [{ label: 'Gastos de gestión', rate: '6.0000', minor: 1_410 }],
    taxes: [{ label: 'IVA', rate: '9.0000', isIncluded: true, minor: 2_136 }],
    netMinor: 23_774,
    totalMinor: 25_910,
    payment: 'offline',
  },
};

export const sampleCreditNote: CreditNotePdfData = {
  number: 'CN-00007',
  issuedAt: '2027-03-01T09:00:00.000Z',
  content: {
    ...sampleInvoice.content,
    invoice: { number: sampleInvoice.number, issuedAt: sampleInvoice.issuedAt },
    reason: 'refund',
    lines: [
      { quantity: 1, title: 'Abono, tarifa general', unitMinor: 9_500, minor: 9_500 },
      { quantity: null, title: 'Camping, dos noches', unitMinor: null, minor: 1_250 },
    ],
    fees: [{ label: 'Gastos de gestión', rate: '6.0000', minor: 645 }],
    taxes: [{ label: 'IVA', rate: '9.0000', isIncluded: true, minor: 941 }],
    netMinor: 10_454,
    totalMinor: 11_395,
  },
};

export const sampleTickets: TicketPdfData = {
  event: sampleEvent,
  tickets: [
    {
      name: 'Lucía Ferrer Soler',
      ticketTitle: 'Abono, tarifa general',
      dates: null,
      reference: 'A-4H8KD2',
      orderReference: 'MAR-7K2Q9',
      url: `${baseUrl}/ticket/7/a_4h8kd2`,
      code: 'E1.AAAABwAAAAAAAAAqZ0mXb1k4cTJ3OHc1cjR0M3kydTFpMG85cDhhN3M2ZDVmNGczaDJqMWswbDl6OHg3YzZ2NWI0bjNtMg',
      price: { mode: 'exclusive', amount: 9_500, plusFees: 570, plusTaxes: 0, total: 10_070, contains: [] },
      currency: 'EUR',
    },
    {
      name: 'Ana Martí Roca',
      ticketTitle: 'Noche del viernes',
      dates: { startsAt: '2027-06-11T16:00:00.000Z', endsAt: '2027-06-12T00:00:00.000Z' },
      reference: 'A-2V6TC1',
      orderReference: 'MAR-7K2Q9',
      url: `${baseUrl}/ticket/7/a_2v6tc1`,
      code: 'E1.BBBBBwAAAAAAAAAqZ0mXb1k4cTJ3OHc1cjR0M3kydTFpMG85cDhhN3M2ZDVmNGczaDJqMWswbDl6OHg3YzZ2NWI0bjNtMg',
      price: { mode: 'exclusive', amount: 0, plusFees: 0, plusTaxes: 0, total: 0, contains: [] },
      currency: 'EUR',
    },
  ],
  cover: null,
};
