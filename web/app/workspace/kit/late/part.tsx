import { type ComponentType, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { withWords } from '../../../platform/i18n/catalogues.ts';
import { LoadFailed } from '../display/load-failed.tsx';

type LatePartOptions<Props> = {
  /** Stands there until the part has loaded, with the same properties. */
  Place: ComponentType<Props>;
  /** Shown if the script cannot be loaded. By default it says so and offers another try. */
  Failed?: ComponentType<Props & { retry: () => void }>;
  /** False if neither the part nor what it imports shows words. Then it does not wait for those of the whole workspace. */
  hasWords?: boolean;
};

/** A part with `ahead`, which begins to load it. A failure shows when the part is shown. */
export type LatePart<Props> = ComponentType<Props> & { ahead: () => void };

/**
 * A part of a page whose script loads when the part is shown first, or ahead. If it cannot be loaded, the rest of the
 * page and what was typed there stay.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Place, Failed = OfferRetry, hasWords = true }: LatePartOptions<Props>,
): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await (hasWords ? withWords(load()) : load());
    return loaded;
  };
  function Late(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Part || hasFailed) return;
      let isGone = false;
      loadOnce().then(
        (part) => {
          if (!isGone) setPart(() => part);
        },
        () => {
          if (!isGone) setFailed(true);
        },
      );
      return () => {
        isGone = true;
      };
    }, [Part, hasFailed]);
    if (Part) return <Part {...props} />;
    return hasFailed ? <Failed {...props} retry={() => setFailed(false)} /> : <Place {...props} />;
  }
  return Object.assign(Late, { ahead: () => void loadOnce().catch(() => undefined) });
}

/** Why a script could not be loaded, as an error of the API. */
export const loadError = () => new ApiError({ status: 0, code: navigator.onLine ? 'NETWORK' : 'OFFLINE' });

function OfferRetry({ retry }: { retry: () => void }) {
  return <LoadFailed error={loadError()} retry={retry} />;
}

const betweenTriesMs = 3000;

/** Tries to load a late part once more, until it has worked. */
export function TryAgainSoon({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, betweenTriesMs);
    return () => clearTimeout(timer);
  }, [retry]);
  return null;
}
