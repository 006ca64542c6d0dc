/** A drawing of a double door, for a page that nobody can enter. */
export function ClosedDoor({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 380 560" aria-hidden="true">
      <path d="M0 560V190a190 190 0 0 1 380 0v370z" fill="var(--skeleton)" />
      <path d="M28 560V190a162 162 0 0 1 324 0v370z" fill="#1C1815" />
      <path d="M52 560V190a138 138 0 0 1 276 0v370z" fill="#FF4301" />
      <path
        d="M190 52v508M84 540V330h76v210zM84 300V192a108 108 0 0 1 76-101v209zM220 540V330h76v210zM296 300V192a108 108 0 0 0-76-101v209z"
        fill="none"
        stroke="#D63600"
        strokeWidth="3"
      />
      <circle cx="172" cy="330" r="8" fill="#1C1815" />
      <circle cx="208" cy="330" r="8" fill="#1C1815" />
    </svg>
  );
}
