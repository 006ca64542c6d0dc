import { useEffect, useState } from 'react';

const typingMs = 250;

/** What somebody typed, some time after the last key. */
export function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return typed.trim();
}
