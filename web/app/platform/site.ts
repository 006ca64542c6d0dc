import { useRouteLoaderData } from 'react-router';

/** What every page knows of the installation it belongs to. */
export type Site = {
  mode: 'demo' | 'production';
  termsUrl: string;
  privacyUrl: string;
};

const builtIn: Site = { mode: 'production', termsUrl: '/terms', privacyUrl: '/privacy' };

/** The installation, also on an error page that came up before the root's data did. */
export function useSite(): Site {
  return useRouteLoaderData<{ site: Site }>('root')?.site ?? builtIn;
}
