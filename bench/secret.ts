/** The secret of the application processes, with which the bench signs what a browser would send. */
export const SECRET = 'a-secret-for-the-bench-only-0123456789abcdef';
