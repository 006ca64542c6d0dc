type PageRefusal = { status?: number; data?: { params?: { retryAfter?: number } } };

/**
 * What the API said, to a loader or while the page was shown: an `ApiError`, and what React Router makes of it, have the same
 * fields. Any other error has none. `retryAfter`: how many seconds to wait.
 */
export function pageRefusal(error: unknown): { status: number | undefined; retryAfter: number | undefined } {
  const { status, data } = (error ?? {}) as PageRefusal;
  return { status, retryAfter: data?.params?.retryAfter };
}
