/** Where most mailboxes are. A domain of this list is never doubted. */
const COMMON = (
  'gmail.com googlemail.com outlook.com outlook.es outlook.fr outlook.de outlook.pt outlook.com.br hotmail.com ' +
  'hotmail.es hotmail.fr hotmail.de hotmail.it hotmail.co.uk live.com msn.com yahoo.com yahoo.es yahoo.fr yahoo.de ' +
  'yahoo.it yahoo.co.uk yahoo.com.br yahoo.com.mx ymail.com rocketmail.com icloud.com me.com mac.com aol.com proton.me ' +
  'protonmail.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de posteo.de mailbox.org orange.fr ' +
  'orange.es free.fr sfr.fr wanadoo.fr laposte.net bbox.fr sapo.pt uol.com.br bol.com.br terra.com.br terra.es ' +
  'telefonica.net movistar.es libero.it virgilio.it tiscali.it bluewin.ch telenet.be skynet.be ziggo.nl kpnmail.nl ' +
  'qq.com foxmail.com 163.com 126.com sina.com sohu.com 139.com naver.com comcast.net verizon.net att.net ' +
  'btinternet.com sky.com virginmedia.com bigpond.com rogers.com zoho.com fastmail.com hey.com tuta.com mail.com ' +
  'email.com mail.ru yandex.com yandex.ru'
).split(' ');

/** Ends of domains that do not exist and are a slip of the finger for `.com`. */
const NOT_COM = /\.(con|cmo|ocm|vom|comm|coom|xom|cpm)$/;
/** Shorter domains are too similar to each other. */
const SHORTEST = 8;

/**
 * The address that was probably meant: "ana@gmial.com" gives "ana@gmail.com". Null if nothing looks mistyped. It is
 * only a hint: every domain may be right.
 */
export function suggestEmail(typed: string): string | null {
  const email = typed.trim();
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  if (at < 1 || domain === '' || COMMON.includes(domain)) return null;
  const found = closest(domain) ?? (NOT_COM.test(domain) ? domain.replace(NOT_COM, '.com') : null);
  return found && `${email.slice(0, at)}@${found}`;
}

function closest(domain: string): string | null {
  const [name = '', ...end] = domain.split('.');
  const whole = COMMON.find((one) => one.split('.')[0] === name);
  if (whole && end.length === 0) return whole;
  // A provider in another country. Only Colombia and Cameroon are one letter short of `com`.
  if (whole && /^(com?\.)?[a-z]{2}$/.test(end.join('.')) && !['co', 'cm'].includes(end.join('.')))
    return null;
  if (domain.length < SHORTEST) return null;
  const near = COMMON.filter((one) => one.length >= SHORTEST).map(
    (one) => [distance(domain, one), one] as const,
  );
  const [best] = near.sort(([a], [b]) => a - b);
  return best && best[0] <= (domain.length > 10 ? 2 : 1) ? best[1] : null;
}

/** How many letters differ. Two neighbours that changed places count once. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let j = 1; j <= other.length; j += 1) rows[0]?.push(j);
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          ...(isSwapped ? [at(i - 2, j - 2) + 1] : []),
        ),
      );
    }
  }
  return at(one.length, other.length);
}
