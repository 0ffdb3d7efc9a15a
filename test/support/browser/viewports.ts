export interface Viewport {
  readonly width: number;
  readonly dark: boolean;
}

/** Folder for screenshots of every page. Only with FULL=1, as rendering whole pages is slow. */
export const SCREENSHOTS = process.env.FULL ? 'dist/pages' : undefined;
export const VIEWPORTS: readonly Viewport[] = [1280, 390].flatMap((width) =>
  [false, true].map((dark) => ({ width, dark })),
);
export const WIDE: Viewport = { width: 1280, dark: false };
export const viewportName = ({ width, dark }: Viewport): string => `${width}-${dark ? 'dark' : 'light'}`;
