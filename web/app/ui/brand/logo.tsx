import styles from './logo.module.css';

/** The mark and the name. `size` is the size of the mark in pixels. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.logo}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="#FF4301" />
        <path d="M7 24V12.2a5 5 0 0 1 10 0V24z" fill="#1C1815" />
      </svg>
      Entrada
    </span>
  );
}
