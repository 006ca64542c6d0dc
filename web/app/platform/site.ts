import { useRouteLoaderData } from 'react-router';

/** The data of the installation for every page. */
export type Site = {
  mode: 'demo' | 'production';
  termsUrl: string;
  privacyUrl: string;
};

const builtIn: Site = { mode: 'production', termsUrl: '/terms', privacyUrl: '/privacy' };

/** The data of the installation. It also works on an error page that is shown before the root's data exist. */
export function useSite(): Site {
  return useRouteLoaderData<{ site: Site }>('root')?.site ?? builtIn;
}
