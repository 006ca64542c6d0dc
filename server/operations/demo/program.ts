import type { ArtName } from './art.ts';
import { untilWeekday } from './time.ts';

type DemoPrice = {
  label?: string;
  amount: number;
  quantity: number | null /** Days from now. */;
  from?: number;
  until?: number;
};
export type DemoTicket = {
  name: string;
  description?: string;
  type: 'free' | 'paid' | 'donation' | 'tiered';
  /** False: it lets nobody in. */
  admits?: boolean;
  /** The part of the event that it is for: the day of the event, from 0, and local times. It may end the next morning. */
  own?: { day: number; start: string; end: string };
  prices: [DemoPrice, ...DemoPrice[]];
  min?: number;
  max?: number;
  /** Days from now. */
  saleFrom?: number;
  hidden?: boolean;
  onlyWithPromo?: boolean;
  showLeft?: boolean;
  hasFee?: boolean;
  /** The ticket's share of the demo orders, as a weight. 0 sells nothing. */
  weight: number;
  /** Whether the price is sold out: it is filled up to its quantity. */
  sellOut?: number;
};
export type DemoEvent = {
  key: string;
  title: string;
  art: ArtName;
  status: 'public' | 'draft';
  /** Days from now, local start and end in the event's zone. */
  day: number;
  start: string;
  days: number;
  end: string;
  venue: { name: string; address: string; city: string; postalCode: string } | null;
  onlineDetails?: string;
  description: string;
  postCheckoutMessage?: string;
  showAvailable?: boolean;
  orders: number;
  tickets: DemoTicket[];
};

const valencia = (name: string, address: string, postalCode: string) => ({
  name,
  address,
  city: 'València',
  postalCode,
});

/** A demo ticket as it was stored. */
export type SeededTicket = {
  ticketId: number;
  demo: DemoTicket;
  prices: { priceId: number; counterId: number }[];
};

/**
 * The demo organizer's year: the first events that a visitor or an organizer sees. Days count from the first
 * start.
 */
export const DEMO_EVENTS: DemoEvent[] = [
  {
    key: 'marea',
    title: 'Marea: festival de música y tecnología',
    art: 'sea',
    status: 'public',
    // A Friday: the texts name the days.
    day: untilWeekday(5, 202),
    start: '18:00',
    days: 3,
    end: '23:30',
    venue: valencia('La Marina de València', 'Moll de la Duana', '46024'),
    description:
      '<p>Tres noches de electrónica, flamenco y código frente al mar. El viernes abre Rosa Calatrava con una pieza para ochenta altavoces; el domingo cierra el puerto en silencio, con auriculares.</p><p>Three nights of electronic music, flamenco and live code on the València waterfront. Saturday morning belongs to the lab: talks on machine listening, open instrument workshops and a patch-cable swap. Talks are in Spanish with live English captions.</p><h3>Good to know</h3><ul><li>The site is step-free, with a viewing platform at both stages.</li><li>Under-16s come in free with an adult.</li><li>Metro: Marítim, eight minutes on foot.</li></ul>',
    postCheckoutMessage:
      '<p>Whoever has a ticket picks up a wristband at Tinglado 2, from Thursday at 16:00. The QR code on a phone is enough; there’s no need to print it. Nos vemos en el puerto.</p>',
    showAvailable: true,
    orders: 80,
    tickets: [
      {
        name: 'Festival pass',
        type: 'tiered',
        hasFee: true,
        max: 6,
        weight: 5,
        description: 'All three days and both stages, plus the Saturday talks.',
        prices: [
          { label: 'Early bird', amount: 7900, quantity: 30 },
          { label: 'Regular', amount: 9500, quantity: 400, until: 160 },
          { label: 'Last call', amount: 11500, quantity: 270, from: 160 },
        ],
        sellOut: 0,
      },
      {
        name: 'Friday night',
        type: 'paid',
        hasFee: true,
        max: 8,
        weight: 3,
        showLeft: true,
        own: { day: 0, start: '18:00', end: '02:00' },
        description: 'Main stage, until two in the morning.',
        prices: [{ amount: 4500, quantity: 80 }],
      },
      {
        name: 'Saturday lab sessions',
        type: 'free',
        max: 1,
        weight: 2,
        own: { day: 1, start: '10:00', end: '14:00' },
        description: 'Hands-on workshops with synths and sensors. Bring a laptop.',
        prices: [{ amount: 0, quantity: 160 }],
      },
      {
        name: 'Support young makers',
        type: 'donation',
        admits: false,
        max: 5,
        weight: 1,
        description: 'Pay what you want. It funds bursaries for under-20s.',
        prices: [{ amount: 500, quantity: null }],
      },
      {
        name: 'Sunday closing',
        type: 'paid',
        hasFee: true,
        max: 8,
        weight: 0,
        saleFrom: 100,
        own: { day: 2, start: '17:00', end: '23:30' },
        description: 'Sunset concert on the breakwater.',
        prices: [{ amount: 3900, quantity: 240 }],
      },
      {
        name: 'Backstage tour',
        type: 'paid',
        hasFee: true,
        max: 2,
        weight: 0,
        description: 'Forty minutes with the production crew.',
        prices: [{ amount: 6000, quantity: 12 }],
        sellOut: 0,
      },
      {
        name: 'Press and partners',
        type: 'free',
        max: 2,
        weight: 0,
        onlyWithPromo: true,
        description: 'Accreditation for press and partners.',
        prices: [{ amount: 0, quantity: 60 }],
      },
      {
        name: 'Volunteer shift',
        type: 'free',
        max: 1,
        weight: 0,
        hidden: true,
        description: 'One evening at the gate, the other two as a guest.',
        prices: [{ amount: 0, quantity: 80 }],
      },
    ],
  },
  {
    key: 'vinilo',
    title: 'Noche de Vinilo, vol. 12',
    art: 'vinyl',
    status: 'public',
    day: 13,
    start: '21:00',
    days: 1,
    end: '23:59',
    venue: {
      name: 'Sala Repvblicca',
      address: 'Carrer del Mestre Serrano 7',
      city: 'Mislata',
      postalCode: '46920',
    },
    description:
      '<p>Five collectors, one turntable each, no requests. Bring a record you love and swap it at the bar.</p>',
    orders: 45,
    tickets: [
      {
        name: 'Entrada general',
        type: 'paid',
        hasFee: true,
        weight: 4,
        showLeft: true,
        description: 'Includes one drink.',
        prices: [{ amount: 1200, quantity: 200 }],
      },
      {
        name: 'Mesa junto al escenario',
        type: 'paid',
        hasFee: true,
        weight: 1,
        max: 8,
        description: 'A seat at one of the tables for four by the stage.',
        prices: [{ amount: 1600, quantity: 48 }],
      },
    ],
  },
  {
    key: 'mercado',
    title: 'Mercado de invierno: cítricos y sonido',
    art: 'citrus',
    status: 'public',
    day: 21,
    start: '10:00',
    days: 1,
    end: '20:00',
    venue: valencia('Mercat de Colón', 'Carrer de Jorge Juan 19', '46004'),
    description:
      '<p>A free meetup of growers, cooks and field recordists. Taste, listen, take a recipe home.</p>',
    orders: 30,
    tickets: [
      {
        name: 'Acceso libre',
        type: 'free',
        max: 6,
        weight: 5,
        description: 'Come and go all day.',
        prices: [{ amount: 0, quantity: null }],
      },
      {
        name: 'Cata de cítricos',
        type: 'free',
        max: 2,
        weight: 1,
        description: 'Guided tasting at 12:00.',
        prices: [{ amount: 0, quantity: 40 }],
      },
    ],
  },
  {
    key: 'taller',
    title: 'Síntesis modular desde casa',
    art: 'bars',
    status: 'public',
    day: 34,
    start: '18:30',
    days: 1,
    end: '21:00',
    venue: null,
    onlineDetails: 'Join at https://sala.example/marea-modular from 18:15. Meeting code: 204 118.',
    description:
      '<p>An online workshop with free software only. You leave with three patches of your own.</p>',
    orders: 15,
    tickets: [
      {
        name: 'Plaza en línea',
        type: 'paid',
        hasFee: true,
        max: 2,
        weight: 1,
        prices: [{ amount: 1800, quantity: 60 }],
      },
    ],
  },
  {
    key: 'compas',
    title: 'Compás abierto: flamenco electrónico',
    art: 'scallops',
    status: 'public',
    day: 90,
    start: '20:30',
    days: 1,
    end: '23:30',
    venue: valencia('Teatro Rialto', 'Plaça de l’Ajuntament 17', '46002'),
    description: '<p>Three singers, two samplers and a floor that listens.</p>',
    orders: 0,
    tickets: [
      {
        name: 'Platea',
        type: 'paid',
        hasFee: true,
        max: 6,
        weight: 0,
        prices: [{ amount: 2950, quantity: 320 }],
      },
      {
        name: 'Anfiteatro',
        type: 'paid',
        hasFee: true,
        max: 6,
        weight: 0,
        prices: [{ amount: 1950, quantity: 160 }],
      },
    ],
  },
  {
    key: 'frontera',
    title: 'Frontera Dev: a day of small computers',
    art: 'tiles',
    status: 'draft',
    day: 98,
    start: '09:30',
    days: 1,
    end: '18:00',
    venue: valencia('Las Naves', 'Carrer de Joan Verdeguer 16', '46024'),
    description: '<p>Talks, soldering and a swap table.</p>',
    orders: 0,
    tickets: [
      {
        name: 'Day pass',
        type: 'paid',
        hasFee: true,
        max: 4,
        weight: 0,
        prices: [{ amount: 3500, quantity: 350 }],
      },
    ],
  },
  {
    key: 'luz',
    title: 'Luz y bajo: noche de otoño',
    art: 'bars',
    status: 'public',
    day: -18,
    start: '20:00',
    days: 1,
    end: '23:45',
    venue: valencia('Jardí del Túria', 'Tram VI', '46010'),
    description: '<p>Bass music and hand-made lights under the old bridge.</p>',
    orders: 30,
    tickets: [
      {
        name: 'Entrada',
        type: 'paid',
        hasFee: true,
        max: 6,
        weight: 4,
        prices: [{ amount: 1600, quantity: 300 }],
      },
      {
        name: 'Entrada joven',
        type: 'paid',
        hasFee: true,
        max: 2,
        weight: 2,
        description: 'Under 25, with proof of age at the door.',
        prices: [{ amount: 900, quantity: 100 }],
      },
    ],
  },
];
