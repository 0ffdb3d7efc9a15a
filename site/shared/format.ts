const NUMBER = new Intl.NumberFormat('en');
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

export const count = (value: number): string => NUMBER.format(value);

export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

export function duration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ${Math.round(seconds % MINUTE)} s`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
  return `${count(Math.floor(seconds / DAY))} d ${Math.floor((seconds % DAY) / HOUR)} h`;
}

const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });

/** Of the visitor's day. `at`: Unix ms. */
export const time = (at: number): string => TIME.format(at);

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** Date and time where the visitor is. `at`: Unix ms. */
export const moment = (at: number): string => MOMENT.format(at);

/** A day, or an hour of a day. `at`: Unix seconds. */
export function utcTime(at: number, isHour: boolean): string {
  const text = new Date(at * 1_000).toISOString();
  return isHour ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` : text.slice(0, 10);
}
