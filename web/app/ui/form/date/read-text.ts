import type { LocalTime } from '../../../platform/i18n/zoned-time.ts';
import { isWeekday, monthOf } from './names.ts';

/** What a field asks for: a day ("2027-06-11"), or a day and a time ("2027-06-11T18:00"). */
export type DateKind = 'day' | 'moment';

/** Why a text is no date of its kind. `year`: it has none, or not all four digits. */
export type DateProblem = 'unreadable' | 'no_such_day' | 'year' | 'no_time' | 'no_such_time';

type ReadDate =
  | { ok: true; local: LocalTime }
  /** `day` is there if only the time is missing or wrong. */
  | { ok: false; code: DateProblem; day?: string };

type Found = { year: number; month: number; day: number; rest: string };
type Part = string | undefined;

const YEAR_FIRST = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2})(?!\d)(?: ?日)?(.*)$/;
const DAY_FIRST = /^(\d{1,2}) ?[./-] ?(\d{1,2})(?!\d) ?(?:[./-] ?(\d{4}|\d{2})(?![\d:h]|\.\d))?(.*)$/;
const EIGHT_DIGITS = /^(\d{8})(?!\d)(.*)$/;
/** "11. Juni 2027", "1 de abr. de 2027", "1st of May 2027". */
const DAY_MONTH =
  /^(\d{1,2})(?:\.|(?:o|a|er|st|nd|rd|th)(?= ))? ?(?:de |of )?(\p{L}+)\.?,? ?(?:de |del |of )?(?:(\d{4}|\d{2})(?![\d:h]|\.\d))?(.*)$/u;
const MONTH_DAY = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,? (\d{4})(?![\d:h]))?(.*)$/u;
const CHINESE_DAY = /^\d{1,2} ?月/;

/**
 * Reads what a person typed as a date, or as a date and a time: in the order and with the names of the months of the
 * locale, with English names, or as ISO 8601. The day stands before the month, as everywhere in the product; in Chinese
 * the year stands first. What was copied from elsewhere may have a time behind the day: a field for a day leaves it out.
 */
export function readDateText(text: string, { locale, kind }: { locale: string; kind: DateKind }): ReadDate {
  const found = readDay(dayFirst(withoutWeekday(tidy(text), locale)), { locale, kind });
  if (typeof found === 'string') return { ok: false, code: found };
  const { year, month, day, rest } = found;
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return { ok: false, code: 'no_such_day' };
  const local = at.toISOString().slice(0, 10);
  const left = rest.replace(/^[ ,;.·|@-]+/, '').trim();
  const time = readTime(left);
  if (kind === 'day') return left === '' || time ? { ok: true, local } : { ok: false, code: 'unreadable' };
  if (left === '') return { ok: false, code: 'no_time', day: local };
  return time ? { ok: true, local: `${local}T${time}` } : { ok: false, code: 'no_such_time', day: local };
}

/** Copied texts have dashes for hyphens. */
const tidy = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** "18:00 11.6.2027" as "11.6.2027 18:00". */
const dayFirst = (text: string) => text.replace(/^(\d{1,2}(?::|h)\d{2}),? (.+)$/, '$2 $1');

function withoutWeekday(text: string, locale: string): string {
  const plain = text.replace(/ ?(?:周|星期)[一二三四五六日天] ?/, ' ').trim();
  const [start = '', word = ''] = /^(\p{L}{2,})(?:-feira)?\.?,? (?=\d|\p{L})/u.exec(plain) ?? [];
  return word !== '' && isWeekday(word, locale) ? plain.slice(start.length) : plain;
}

function readDay(text: string, { locale, kind }: { locale: string; kind: DateKind }): Found | DateProblem {
  const found = (year: Part, month: Part | number, day: Part, rest: Part): Found | DateProblem => {
    // Two digits are this century for what is planned. A birthday may be of the last one, so it needs all four.
    if (!year || (year.length === 2 && kind === 'day')) return 'year';
    const full = Number(year) + (year.length === 2 ? 2000 : 0);
    return { year: full, month: Number(month), day: Number(day), rest: rest ?? '' };
  };
  const isYearFirst = locale === 'zh-cn';
  const [, year, month, day, rest] = YEAR_FIRST.exec(text) ?? [];
  if (year) return found(year, month, day, rest);
  const [, digits = '', afterDigits] = EIGHT_DIGITS.exec(text) ?? [];
  if (digits) {
    const ordered = found(digits.slice(4), digits.slice(2, 4), digits.slice(0, 2), afterDigits);
    return isYearFirst || /^(?:19|20)\d\d(?:0|1[0-2])/.test(digits)
      ? found(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6), afterDigits)
      : ordered;
  }
  const [, first, second, last, after] = DAY_FIRST.exec(text) ?? [];
  if (first) return isYearFirst ? (last ? 'unreadable' : 'year') : found(last, second, first, after);
  const [, dayOf, name = '', yearOf, afterName] = DAY_MONTH.exec(text) ?? [];
  if (dayOf && monthOf(name, locale)) return found(yearOf, monthOf(name, locale), dayOf, afterName);
  const [, leading = '', dayAfter, yearAfter, afterDay] = MONTH_DAY.exec(text) ?? [];
  if (dayAfter && monthOf(leading, locale))
    return found(yearAfter, monthOf(leading, locale), dayAfter, afterDay);
  return CHINESE_DAY.test(text) ? 'year' : 'unreadable';
}

const OFFSET = /^(.*?) ?\(?(?:(?:gmt|utc) ?([+-])(\d{1,2})(?::?(\d{2}))?|([+-])(\d{2}):(\d{2}))\)?$/;
const CLOCK =
  /^(?:um |at |a las? |à |às |kl\.? |t(?=\d))?(上午|早上|凌晨|中午|下午|晚上)? ?(\d{1,2})(?: ?(?:[:.h]|uhr|点|时) ?(\d{2})?(?::\d{2}(?:\.\d+)?)?(?: ?(?:分|min))?)?(?: ?(?:h|hs|hrs|horas|uhr))? ?(am|pm)?$/;
const THREE_OR_FOUR_DIGITS = /^(\d{1,2})(\d{2})(?= ?(?:am|pm|h|uhr)?$)/;

/** A time as "18:00", with the offset if one was typed: "02:30+01:00". */
function readTime(text: string): string | null {
  const [, before, gmtSign, gmtHours, gmtMinutes, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  const plain = (before ?? text).replace(/([ap])\. ?m\.?$/, '$1m').replace(THREE_OR_FOUR_DIGITS, '$1:$2');
  const [, part = '', hour, minute = '00', half] = CLOCK.exec(plain) ?? [];
  const clock = hour === undefined ? null : ofDay({ hour: Number(hour), part, half });
  if (clock === null || Number(minute) > 59) return null;
  const offset = `${(gmtHours ?? hours ?? '').padStart(2, '0')}:${gmtMinutes ?? minutes ?? '00'}`;
  const zone = gmtSign ?? sign;
  return `${String(clock).padStart(2, '0')}:${minute}${zone ? `${zone}${offset}` : ''}`;
}

/** The hour of the day, from 0 to 23. */
function ofDay({ hour, part, half }: { hour: number; part: string; half: Part }): number | null {
  if (half) return hour < 1 || hour > 12 ? null : (hour % 12) + (half === 'pm' ? 12 : 0);
  if (/下午|晚上/.test(part) && hour < 12) return hour + 12;
  return hour > 23 ? null : hour;
}
