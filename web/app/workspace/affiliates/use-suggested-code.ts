import { LIMITS } from '@entrada/contract/constants';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keys } from '../kit/data/keys.ts';
import { suggestCode } from './api.ts';

const ASK_AFTER_MS = 250;

type Suggestion = {
  eventId: number;
  /** False for an affiliate that has its code already. */
  isNew: boolean;
  name: string;
  code: string;
  take: (code: string) => void;
};

/**
 * Fills in the code of a new affiliate from the name, for as long as the code is empty or itself a suggestion. What the
 * user typed stays. Without an answer the field stays as it is.
 */
export function useSuggestedCode({ eventId, isNew, name, code, take }: Suggestion): void {
  const [asked] = useDebouncedValue(name.trim().slice(0, LIMITS.name), ASK_AFTER_MS);
  /** The last suggestion that the field took. */
  const taken = useRef('');
  const { data } = useQuery({
    queryKey: keys.affiliateCode(eventId, asked),
    queryFn: ({ signal }) => suggestCode(eventId, asked, signal),
    enabled: isNew && asked !== '',
    staleTime: 0,
    gcTime: 0,
  });
  const latest = useRef({ code, take });
  latest.current = { code, take };
  useEffect(() => {
    const now = latest.current;
    const isOwn = now.code !== '' && now.code !== taken.current;
    if (data === undefined || isOwn) return;
    taken.current = data;
    now.take(data);
  }, [data]);
}
