/** The SECRET of every application in tests, with which the keys of their events are sealed. */
export const TEST_SECRET = 'a-secret-for-tests-only-0123456789abcdef';
