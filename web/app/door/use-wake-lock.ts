export { useWakeLock } from '../platform/wake-lock.ts';
