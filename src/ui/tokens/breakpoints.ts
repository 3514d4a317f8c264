/**
 * Widths in CSS pixels at which screens change (specification, chapter 9: xs, sm, md, lg, xl). A media query cannot
 * read a custom property, so style sheets repeat the figures; a test holds them to these.
 */
export const BREAKPOINTS = { xs: 560, sm: 720, md: 900, lg: 1080, xl: 1600 } as const;

/** The media query of everything up to a breakpoint. */
export const upTo = (name: keyof typeof BREAKPOINTS): string => `(max-width: ${BREAKPOINTS[name]}px)`;
