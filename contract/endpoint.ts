import { z } from 'zod';
import type { ImageType } from './images.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may call an endpoint. `public`: anyone. `signed-in`: any session. A permission: sessions whose role has it.
 * `self`: a secret in the call itself decides, such as a webhook signature or a mailed token.
 */
export type Access = 'public' | 'signed-in' | 'self' | Permission;

type Shape = z.ZodType;

export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  access: Access;
  summary: string;
  status: number;
  params: P;
  query: Q;
  body: B;
  response: R;
  /**
   * Accepts an Idempotency-Key. The service stores the key and the effect in one transaction. A repeated key has no
   * second effect; its reply is what the first call made. Every public change takes a key, except the calls that
   * docs/decisions/030 names.
   */
  idempotent: boolean;
  /** The body is multipart with a picture of this type, or with a file of guests. The handler itself reads it. */
  multipart: ImageType | 'GUEST_FILE' | null;
  /**
   * Also for a user whose account asks for a second factor that they do not have yet. Every other call that needs a
   * session is refused until then.
   */
  beforeSecondFactor: boolean;
};

const nothing = z.undefined();

/**
 * Declares one call of the API. Server, browser and documentation all read this declaration. Bodies and parameters
 * are strict. The reply is parsed by `response`, so that no undeclared field leaks.
 */
export function endpoint<
  P extends Shape = typeof nothing,
  Q extends Shape = typeof nothing,
  B extends Shape = typeof nothing,
  R extends Shape = typeof nothing,
>(declared: {
  method: Endpoint['method'];
  path: string;
  access: Access;
  summary: string;
  status?: number;
  params?: P;
  query?: Q;
  body?: B;
  response?: R;
  idempotent?: boolean;
  multipart?: ImageType | 'GUEST_FILE';
  beforeSecondFactor?: boolean;
}): Endpoint<P, Q, B, R> {
  return {
    method: declared.method,
    path: declared.path,
    access: declared.access,
    summary: declared.summary,
    status: declared.status ?? (declared.response ? 200 : 204),
    params: (declared.params ?? nothing) as P,
    query: (declared.query ?? nothing) as Q,
    body: (declared.body ?? nothing) as B,
    response: (declared.response ?? nothing) as R,
    idempotent: declared.idempotent ?? false,
    multipart: declared.multipart ?? null,
    beforeSecondFactor: declared.beforeSecondFactor ?? false,
  };
}

type Part<Name extends string, T> = undefined extends T
  ? { [K in Name]?: T }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** The input of a call: `params`, `query` and `body`, each only if the endpoint has it. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Shape>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never;

/** The parsed reply of an endpoint. */
export type OutputOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never;

/** Wraps one record as `{ data }`. */
export const single = <T extends Shape>(data: T) => z.object({ data });
