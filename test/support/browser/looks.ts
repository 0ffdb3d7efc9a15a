export interface Look {
  readonly width: number;
  readonly dark: boolean;
}

/** Folder for screenshots of every page. Only with FULL=1, as rendering whole pages is slow. */
export const SCREENSHOTS = process.env.FULL ? 'dist/pages' : undefined;
export const LOOKS: readonly Look[] = [1280, 390].flatMap((width) => [false, true].map((dark) => ({ width, dark })));
export const WIDE: Look = { width: 1280, dark: false };
export const lookName = ({ width, dark }: Look): string => `${width}-${dark ? 'dark' : 'light'}`;
