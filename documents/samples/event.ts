import type { EventFacts, OrderFacts } from '../facts.ts';

export const baseUrl = 'https://entrada.example';

export const sampleEvent: EventFacts = {
  id: 7,
  title: 'Marea 2027: festival de música y tecnología',
  url: `${baseUrl}/event/7/marea-2027`,
  organizerName: 'Laboratorio Marea',
  logo: null,
  startsAt: '2027-06-11T16:00:00.000Z',
  endsAt: '2027-06-13T22:00:00.000Z',
  timeZone: 'Europe/Madrid',
  location: {
    name: 'La Marina de València',
    address: 'Moll de la Duana s/n, 46024 València',
    mapUrl: 'https://www.openstreetmap.org/search?query=La%20Marina',
  },
  isOnline: false,
  isCalledOff: false,
  coverUrl: null,
  calendarUrl: `${baseUrl}/api/public/events/7/calendar.ics`,
  supportEmail: 'hola@laboratoriomarea.example',
  footerMessageHtml:
    '<p>Síguenos en <a href="https://laboratoriomarea.example" rel="noopener">laboratoriomarea.example</a>.<br>Nos vemos en el puerto.</p>',
};

export const sampleOrder: OrderFacts = {
  shortId: 'o_7k2q9xw4',
  reference: 'MAR-7K2Q9',
  buyer: { firstName: 'Lucía', lastName: 'Ferrer Soler', email: 'lucia@example.org' },
  currency: 'EUR',
  lines: [
    { quantity: 2, title: 'Abono, tarifa general', minor: 19_000, admits: true },
    { quantity: 1, title: 'Noche del viernes', minor: 4_500, admits: true },
    { quantity: 1, title: 'Apoya a jóvenes creadores', minor: 1_000, admits: false },
  ],
  discount: null,
  fees: [{ label: 'Gastos de gestión', minor: 1_410 }],
  taxes: [],
  includedTaxes: [{ label: 'IVA', minor: 2_136 }],
  totalMinor: 25_910,
  cardLast4: '3184',
};
