import type { COLOR_SCHEMES } from '@entrada/contract/constants';

export type ColorScheme = (typeof COLOR_SCHEMES)[number];

/** The key of the choice in local storage. Mantine reads and writes the same entry. */
export const colorSchemeKey = 'entrada.color-scheme';

/**
 * Sets the scheme before the first paint, so that nothing flashes. While the choice is auto, it follows the system.
 * Runs inline in the head of every page.
 */
export const colorSchemeScript = `(function(){
var dark=matchMedia('(prefers-color-scheme: dark)');
function apply(){var choice;try{choice=localStorage.getItem('${colorSchemeKey}')}catch(e){}
var isDark=choice==='dark'||(choice!=='light'&&dark.matches);
document.documentElement.setAttribute('data-mantine-color-scheme',isDark?'dark':'light')}
apply();dark.addEventListener('change',apply);
window.addEventListener('storage',function(e){if(e.key==='${colorSchemeKey}')apply()})
})()`.replaceAll('\n', '');
