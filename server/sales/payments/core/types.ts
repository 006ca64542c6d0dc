import type { PaymentProviderName, ProviderPaymentStatus } from '../../../payment-providers/port.ts';

/** `creating`: the provider was asked, or is being asked, and has not answered yet. Amounts in minor units. */
export type Payment = {
  id: number;
  accountId: number;
  orderId: number;
  provider: PaymentProviderName;
  providerAccount: string | null;
  providerPaymentId: string | null;
  idempotencyKey: string;
  status: ProviderPaymentStatus | 'creating';
  amount: number;
  currency: string;
  /** The installation's fee for a charge on a connected account. */
  applicationFee: number;
  refunded: number;
  clientToken: string | null;
  failureCode: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
};

export type PaymentRow = {
  id: number;
  account_id: number;
  order_id: number;
  provider: string;
  provider_account: string | null;
  provider_payment_id: string | null;
  idempotency_key: string;
  status: string;
  amount: number;
  currency: string;
  application_fee: number;
  refunded: number;
  client_token: string | null;
  failure_code: string | null;
  card_brand: string | null;
  card_last4: string | null;
};

export type ProviderCall = {
  id: number;
  accountId: number;
  paymentId: number;
  kind: 'create' | 'cancel' | 'refund';
  idempotencyKey: string;
  amount: number | null;
  reason: string;
  request: unknown;
  status: 'pending' | 'done' | 'failed' | 'unknown';
  providerId: string | null;
};
